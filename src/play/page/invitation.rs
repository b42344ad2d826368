//! Links with a secret, as text and as QR codes.

use qrcode::render::{svg, unicode};
use qrcode::{EcLevel, QrCode};

use crate::table::Who;

use super::keys::Keys;

/// Least side of the drawn code, in the units of its drawing.
const SIDE: u32 = 200;

/// A link for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The address of the page with the secret.
    pub link: String,
}

impl Invitation {
    pub(super) fn new(base: &str, keys: &Keys, who: Who) -> Self {
        let link = format!("{base}/#{}", keys.of(who));
        Self { link }
    }

    /// The link as a QR code of the low error correction, which suits a screen. None is too long for one.
    fn code(&self) -> Option<QrCode> {
        QrCode::with_error_correction_level(&self.link, EcLevel::L).ok()
    }

    /// The QR code for a terminal, with a quiet zone. Two rows of the code are one line of text.
    pub fn as_text(&self) -> String {
        let text = |code: QrCode| code.render::<unicode::Dense1x2>().build();
        self.code().map(text).unwrap_or_default()
    }

    /// The QR code as SVG.
    pub(crate) fn as_svg(&self) -> String {
        let draw = |code: QrCode| {
            let mut renderer = code.render::<svg::Color<'_>>();
            renderer.min_dimensions(SIDE, SIDE).build()
        };
        self.code().map(draw).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_drawn_in_both_forms() {
        let keys = Keys::random().expect("the system has random numbers");
        let made = Invitation::new("http://127.0.0.1:8000", &keys, Who::Spectator);
        assert!(made.link.ends_with(keys.of(Who::Spectator)));
        assert!(made.as_svg().contains("<path"));
        // A square: every line has as many characters as there are modules, and half as many lines.
        let text = made.as_text();
        let wide = text.lines().next().map_or(0, |line| line.chars().count());
        assert!(
            wide > 20 && text.lines().count() == wide.div_ceil(2),
            "{text}"
        );
    }
}
