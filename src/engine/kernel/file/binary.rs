//! What a file is that holds no text, told from its first bytes, so that a command that reads text can say what it was
//! given.

use std::io;

/// The first bytes of a kind of files, and what the kind is.
type Mark = (&'static [u8], &'static str);

/// The files of this program, with the commands that read them.
const OWN: [Mark; 6] = [
    (
        b"\x89KGD\r\n\x1a\n",
        "a dataset of `datagen`: `dataset info` counts its games, and `dataset export` writes them as text",
    ),
    (
        b"KGNET\0\0\0",
        "a network that `train` has made: the setting `evaluation` takes it, as in --option evaluation=FILE",
    ),
    (
        b"redb\x1a\x0a\xa9\x0d\x0a",
        "a database of positions: `database show --db FILE` shows what is in it, and `database export` writes it as text",
    ),
    (
        b"KGTREV",
        "a file of weights for Reversi: `reversi move --weights FILE` takes it",
    ),
    (
        b"kgt-c6-",
        "a network for Connect6: `connect6 serve --network FILE` takes it",
    ),
    (
        b"\xffRenLib\xff",
        "a library of RenLib: `analyse` and `database import` read it",
    ),
];

/// Forms of compressed files and archives.
const PACKED: [Mark; 9] = [
    (b"\x1f\x8b\x08", "gzip"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"\xfd7zXZ\0", "xz"),
    (b"BZh", "bzip2"),
    (b"Rar!\x1a\x07", "rar"),
    (b"\x04\x22\x4d\x18", "lz4"),
];

/// Files that are given by mistake.
const STRANGE: [Mark; 6] = [
    (b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"%PDF-", "a PDF document"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3\0", "a database of SQLite"),
];

/// Where an archive of tar names itself.
const TAR: (usize, &[u8]) = (257, b"ustar");
/// A program of Windows begins so; some texts do as well.
const WINDOWS_PROGRAM: &[u8] = b"MZ";
/// Bytes at the start of a file of which one is no sign of a text, if the file is none.
pub(super) const PROBE_BYTES: usize = 512;

/// What a file is, and what helps, if it is known and no text: the end of a sentence that begins with "it is".
///
/// ```
/// use kagetsu_kernel::file::binary_kind;
/// assert_eq!(binary_kind(b"h8 i9"), None);
/// let kind = binary_kind(b"\x1f\x8b\x08\0\0").expect("a compressed file");
/// assert_eq!(kind, "compressed (gzip): unpack it first");
/// ```
pub fn binary_kind(bytes: &[u8]) -> Option<String> {
    let is_text = |byte: &u8| *byte >= b' ' || byte.is_ascii_whitespace();
    let probe = &bytes[..bytes.len().min(PROBE_BYTES)];
    if probe.iter().all(is_text) && str::from_utf8(bytes).is_ok() {
        return None;
    }
    let find = |marks: &[Mark]| {
        let mut marks = marks.iter();
        marks
            .find(|(mark, _)| bytes.starts_with(mark))
            .map(|(_, name)| *name)
    };
    let unpack = |name: &str| format!("compressed ({name}): unpack it first");
    let (at, mark) = TAR;
    if let Some(name) = find(&OWN).or_else(|| find(&STRANGE)) {
        Some(name.to_string())
    } else if let Some(name) = find(&PACKED) {
        Some(unpack(name))
    } else if bytes.get(at..).is_some_and(|rest| rest.starts_with(mark)) {
        Some("an archive (tar): unpack it first".to_string())
    } else if bytes.starts_with(WINDOWS_PROGRAM) && bytes.contains(&0) {
        Some("a program".to_string())
    } else {
        None
    }
}

/// Refuses the bytes of a file that is no text and whose kind is known.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`], which says what the file is.
pub fn refuse_binary(bytes: &[u8]) -> io::Result<()> {
    match binary_kind(bytes) {
        Some(kind) => Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!("it is {kind}"),
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_by_their_first_bytes() {
        let mut tar = vec![b'a'; 100];
        tar.resize(257, 0);
        tar.extend(b"ustar\x0000");
        for (bytes, expected) in [
            (&b"\x89KGD\r\n\x1a\n\x01\0"[..], "`dataset export`"),
            (b"KGNET\0\0\0\x01", "`train`"),
            (b"redb\x1a\x0a\xa9\x0d\x0a", "`database show"),
            (b"KGTREV01\0\0", "weights for Reversi"),
            (b"kgt-c6-2\0\0", "network for Connect6"),
            (b"\xffRenLib\xff\x03\x04", "library of RenLib"),
            (b"PK\x03\x04\x14\0", "(zip): unpack it first"),
            (b"BZh91AY&SY\0", "(bzip2)"),
            (b"\x89PNG\r\n\x1a\n\0", "(PNG)"),
            (b"MZ\x90\0", "a program"),
            (&tar, "(tar)"),
        ] {
            let kind = binary_kind(bytes).expect(expected);
            assert!(kind.contains(expected), "{kind}");
        }
        for text in ["", "h8", "MZ", "BZh8", "GIF8", "%PDF-", "KGNET", "PK\n"] {
            assert_eq!(binary_kind(text.as_bytes()), None, "{text}");
        }
        assert_eq!(binary_kind(b"\xff\xfe\x00\x80garbage"), None);
    }
}
