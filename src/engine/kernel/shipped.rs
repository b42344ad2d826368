//! Files that belong to the program, such as networks and texts: part of it, or brought by its host.

use std::sync::OnceLock;

/// A file that belongs to the program. By default it is a part of the program. A program that is built with
/// `--cfg kagetsu_files_outside` has none of them: its host brings each before it is first used, as a page in a browser does
/// with the network of the rule that is played.
#[derive(Debug)]
pub struct ShippedFile {
    name: &'static str,
    inside: Option<&'static [u8]>,
    brought: OnceLock<Box<[u8]>>,
}

impl ShippedFile {
    /// A file by its name; use [`crate::shipped_file`].
    pub const fn new(name: &'static str, inside: Option<&'static [u8]>) -> Self {
        Self {
            name,
            inside,
            brought: OnceLock::new(),
        }
    }

    /// Its name, below the folder of all such files.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Its bytes; nothing where the host has not brought them.
    pub fn bytes(&self) -> Option<&[u8]> {
        self.inside.or_else(|| self.brought.get().map(Box::as_ref))
    }

    /// Its text; nothing where the host has not brought it, or where it is none.
    pub fn text(&self) -> Option<&str> {
        self.bytes()
            .and_then(|bytes| std::str::from_utf8(bytes).ok())
    }

    /// The host brings the bytes. What is there already stays.
    pub fn bring(&self, bytes: Box<[u8]>) {
        // The same file twice is the same.
        let _ = self.brought.set(bytes);
    }
}

/// A [`ShippedFile`] of a folder beside the file in which this stands.
#[macro_export]
macro_rules! shipped_file {
    ($folder:literal, $name:expr) => {{
        #[cfg(not(kagetsu_files_outside))]
        let inside: Option<&'static [u8]> = Some(include_bytes!(concat!($folder, $name)));
        #[cfg(kagetsu_files_outside)]
        let inside = None;
        $crate::ShippedFile::new($name, inside)
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_inside_or_brought_once() {
        let inside = ShippedFile::new("a", Some(b"1"));
        inside.bring(b"2".to_vec().into());
        assert_eq!((inside.name(), inside.bytes()), ("a", Some(&b"1"[..])));
        assert_eq!(inside.text(), Some("1"));
        let outside = ShippedFile::new("b", None);
        assert_eq!(outside.bytes(), None);
        outside.bring(b"2".to_vec().into());
        outside.bring(b"3".to_vec().into());
        assert_eq!(outside.bytes(), Some(&b"2"[..]));
        let damaged = ShippedFile::new("c", Some(b"\xff"));
        assert_eq!(damaged.text(), None);
    }
}
