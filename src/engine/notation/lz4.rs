//! Files that are compressed as a whole by LZ4.

use std::io::{self, BufRead, Read};

use lz4_flex::frame::{Error, FrameDecoder};

/// First bytes of a frame.
const MAGIC: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];

const NOT_LZ4: &str = "something that is not LZ4 stands where a frame is due";

/// Do the bytes begin as a frame of LZ4?
pub fn is_lz4(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Unpacks frames that stand one after the other, while they are read. A frame without its end is an error,
/// [`io::ErrorKind::UnexpectedEof`], and so is anything else behind a frame, [`io::ErrorKind::InvalidData`]. The decoder alone
/// would take a cut between two blocks for the end.
#[derive(Debug)]
pub struct Lz4Reader<R: BufRead> {
    decoder: FrameDecoder<Watched<R>>,
    /// Has a frame been begun whose end has not been reached?
    is_inside: bool,
}

impl<R: BufRead> Lz4Reader<R> {
    /// A reader of the frames that the input consists of.
    pub fn new(input: R) -> Self {
        Self {
            decoder: FrameDecoder::new(Watched {
                input,
                has_ended: false,
            }),
            is_inside: false,
        }
    }
}

impl<R: BufRead> Read for Lz4Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.is_inside {
                let next = self.decoder.get_mut().input.fill_buf()?;
                if next.is_empty() {
                    return Ok(0);
                }
                if next.iter().zip(MAGIC).any(|(&found, due)| found != due) {
                    return Err(damage(NOT_LZ4));
                }
                self.is_inside = true;
            }
            let count = self.decoder.read(buffer).map_err(in_words)?;
            if count > 0 {
                return Ok(count);
            }
            // The decoder asks for nothing behind the end of a frame.
            if self.decoder.get_ref().has_ended {
                return Err(cut_off());
            }
            self.is_inside = false;
        }
    }
}

fn cut_off() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "the file is cut off")
}

fn damage(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, text)
}

/// An error of the decoder as a sentence.
fn in_words(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::UnexpectedEof {
        return cut_off();
    }
    let cause = error.get_ref().and_then(|cause| cause.downcast_ref());
    let text = match cause {
        None => return error,
        Some(Error::WrongMagicNumber) => NOT_LZ4,
        Some(
            Error::UnsupportedBlocksize(_)
            | Error::UnsupportedVersion(_)
            | Error::ReservedBitsSet
            | Error::DictionaryNotSupported
            | Error::SkippableFrame(_),
        ) => "the file is damaged, or of a kind of LZ4 that is not read",
        Some(
            Error::HeaderChecksumError | Error::BlockChecksumError | Error::ContentChecksumError,
        ) => "the file is damaged: a checksum is wrong",
        Some(_) => "the file is damaged",
    };
    damage(text)
}

/// An input that remembers whether it has come to its end.
#[derive(Debug)]
struct Watched<R> {
    input: R,
    has_ended: bool,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.has_ended |= count == 0 && !buffer.is_empty();
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use lz4_flex::frame::{BlockMode, BlockSize, FrameEncoder, FrameInfo};

    use super::*;

    fn packed(plain: &[u8], mode: BlockMode) -> Vec<u8> {
        let info = FrameInfo::new()
            .block_size(BlockSize::Max64KB)
            .block_mode(mode);
        let mut encoder = FrameEncoder::with_frame_info(info, Vec::new());
        encoder.write_all(plain).expect("a vector takes all");
        encoder.finish().expect("a vector takes all")
    }

    fn unpacked(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut plain = Vec::new();
        Lz4Reader::new(bytes).read_to_end(&mut plain)?;
        Ok(plain)
    }

    #[test]
    fn a_frame_is_unpacked_as_a_whole_or_not_at_all() {
        let mut state = 1_u32;
        let noise = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8 % 20
        });
        let plain: Vec<u8> = noise.take(150_000).collect();
        for mode in [BlockMode::Linked, BlockMode::Independent] {
            let bytes = packed(&plain, mode);
            assert!(is_lz4(&bytes));
            assert_eq!(unpacked(&bytes).expect("a whole frame"), plain);
            let some =
                (1..bytes.len()).filter(|length| length % 997 < 4 || length + 9 > bytes.len());
            for length in some.chain(block_ends(&bytes)) {
                assert!(unpacked(&bytes[..length]).is_err(), "{length} bytes");
            }
        }
        assert_eq!(
            unpacked(&packed(b"", BlockMode::Linked)).expect("whole"),
            b""
        );
    }

    /// What is said of bytes that are refused.
    fn refusal(bytes: &[u8]) -> String {
        unpacked(bytes)
            .expect_err("it is not whole frames")
            .to_string()
    }

    #[test]
    fn a_second_frame_is_read_as_a_whole_or_not_at_all() {
        let [one, two] = [&b"one"[..], b"two"].map(|plain| packed(plain, BlockMode::Linked));
        let both = [&one[..], &two].concat();
        assert_eq!(unpacked(&both).expect("two whole frames"), b"onetwo");
        for length in 1..both.len() {
            if length == one.len() {
                assert_eq!(unpacked(&one).expect("a whole frame"), b"one");
            } else {
                let cut = &both[..length];
                assert_eq!(refusal(cut), "the file is cut off", "{length} bytes");
                // The same when the input comes in pieces of a byte.
                let pieces = io::BufReader::with_capacity(1, cut);
                let mut plain = Vec::new();
                assert!(Lz4Reader::new(pieces).read_to_end(&mut plain).is_err());
            }
        }
    }

    #[test]
    fn what_stands_behind_a_frame_is_refused() {
        let one = packed(b"one", BlockMode::Linked);
        for junk in [
            &b"x"[..],
            b"\0",
            b"\n",
            b"something else",
            &[0; 8],
            &one[1..],
        ] {
            let bytes = [&one[..], junk].concat();
            assert_eq!(refusal(&bytes), NOT_LZ4, "{junk:?}");
            let pieces = io::BufReader::with_capacity(1, &bytes[..]);
            let mut plain = Vec::new();
            assert!(Lz4Reader::new(pieces).read_to_end(&mut plain).is_err());
        }
    }

    #[test]
    fn damage_is_told_in_plain_words() {
        let info = FrameInfo::new()
            .block_checksums(true)
            .content_checksum(true);
        let mut encoder = FrameEncoder::with_frame_info(info, Vec::new());
        encoder
            .write_all(b"one two three")
            .expect("a vector takes all");
        let sealed = encoder.finish().expect("a vector takes all");
        for bytes in [sealed, packed(&b"one".repeat(99), BlockMode::Linked)] {
            for (at, bit) in (4..bytes.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                if let Err(error) = unpacked(&damaged) {
                    let said = error.to_string();
                    assert!(
                        said.starts_with("the file is ") || said == NOT_LZ4,
                        "{said}"
                    );
                }
            }
            let mut damaged = bytes.clone();
            damaged[6] ^= 1;
            assert_eq!(
                refusal(&damaged),
                "the file is damaged: a checksum is wrong"
            );
        }
    }

    /// Where the blocks of a frame without checksums end. Its head has seven bytes.
    fn block_ends(bytes: &[u8]) -> Vec<usize> {
        let mut ends = vec![7];
        while let Some(&[a, b, c, d]) = bytes[ends[ends.len() - 1]..].first_chunk() {
            let length = u32::from_le_bytes([a, b, c, d]) & 0x7fff_ffff;
            if length == 0 {
                break;
            }
            ends.push(ends[ends.len() - 1] + 4 + length as usize);
        }
        assert!(ends.len() > 2, "a frame of several blocks");
        ends
    }
}
