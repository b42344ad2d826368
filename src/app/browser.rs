//! Opening the page in the browser. The command lines of all processes are open to every user of a machine, so that the
//! link with its secret must not stand there: the browser is given a file that only its owner can read.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// Name of the file in its folder.
const NAME: &str = "kagetsu.html";

/// A file that leads the browser to the page. It is removed when it is dropped.
#[derive(Debug)]
pub(super) struct Redirect {
    file: PathBuf,
    _folder: TempDir,
}

/// Permissions of the folder.
#[cfg(unix)]
const OWNER_ONLY: u32 = 0o700;

/// The file as HTML. A link has no character that means anything in HTML.
fn html(link: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>Kagetsu</title>\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={link}\">\n<p><a href=\"{link}\">Kagetsu</a></p>\n"
    )
}

impl Redirect {
    /// Makes the file, in a folder that only its owner can enter.
    ///
    /// # Errors
    /// As the file system.
    pub(super) fn to(link: &str) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("kagetsu-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(OWNER_ONLY));
        let folder = builder.tempdir()?;
        let file = folder.path().join(NAME);
        // The temporary file that becomes this one is as private as its folder.
        let mut made = tempfile::NamedTempFile::new_in(folder.path())?;
        made.write_all(html(link).as_bytes())?;
        made.persist(&file)?;
        Ok(Self {
            file,
            _folder: folder,
        })
    }

    /// The file.
    pub(super) fn file(&self) -> &Path {
        &self.file
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINK: &str = "http://127.0.0.1:8000/#0123456789abcdef0123456789abcdef";

    #[test]
    fn the_browser_is_led_on_by_a_file_that_does_not_stay() {
        let redirect = Redirect::to(LINK).expect("there is room");
        let file = redirect.file().to_path_buf();
        let text = std::fs::read_to_string(&file).expect("it can be read");
        assert!(text.contains(&format!("url={LINK}\"")), "{text}");
        assert!(!file.to_string_lossy().contains("0123456789abcdef"));
        let folder = file.parent().expect("it lies in a folder").to_path_buf();
        drop(redirect);
        assert!(!folder.exists());
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_can_read_the_key_in_the_file() {
        use std::os::unix::fs::PermissionsExt;
        let redirect = Redirect::to(LINK).expect("there is room");
        let mode = |path: &Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
        assert_eq!(mode(redirect.file()), 0o600);
        assert_eq!(mode(redirect.file().parent().expect("a folder")), 0o700);
    }
}
