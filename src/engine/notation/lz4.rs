//! Files that are compressed as a whole by LZ4.

use std::io::{self, Read};

use lz4_flex::frame::FrameDecoder;

/// First bytes of a frame.
const MAGIC: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];

/// Do the bytes begin as a frame of LZ4?
pub fn is_lz4(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Unpacks frames while they are read. A frame without its end is an error, [`io::ErrorKind::UnexpectedEof`]: the file is cut
/// off. The decoder alone would take a cut between two blocks for the end.
#[derive(Debug)]
pub struct Lz4Reader<R: Read> {
    decoder: FrameDecoder<Watched<R>>,
    /// Has the last frame that was begun reached its end?
    is_whole: bool,
}

impl<R: Read> Lz4Reader<R> {
    /// A reader of the frames that the input begins with.
    pub fn new(input: R) -> Self {
        Self {
            decoder: FrameDecoder::new(Watched {
                input,
                has_ended: false,
            }),
            is_whole: false,
        }
    }
}

impl<R: Read> Read for Lz4Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            let count = self.decoder.read(buffer)?;
            if count > 0 {
                self.is_whole = false;
                return Ok(count);
            }
            // The decoder asks for nothing behind the end of a frame.
            if self.decoder.get_ref().has_ended {
                return if self.is_whole {
                    Ok(0)
                } else {
                    let text = "the file is cut off";
                    Err(io::Error::new(io::ErrorKind::UnexpectedEof, text))
                };
            }
            self.is_whole = true;
        }
    }
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
                (0..bytes.len()).filter(|length| length % 997 < 4 || length + 9 > bytes.len());
            for length in some.chain(block_ends(&bytes)) {
                assert!(unpacked(&bytes[..length]).is_err(), "{length} bytes");
            }
        }
        assert_eq!(
            unpacked(&packed(b"", BlockMode::Linked)).expect("whole"),
            b""
        );
    }

    #[test]
    fn frames_that_stand_one_after_the_other_are_read_on() {
        let [one, two] = [&b"one"[..], b"two"].map(|plain| packed(plain, BlockMode::Linked));
        let both = [&one[..], &two].concat();
        assert_eq!(unpacked(&both).expect("two whole frames"), b"onetwo");
        assert!(unpacked(&both[..both.len() - 3]).is_err());
        assert!(unpacked(&[&one[..], b"something else"].concat()).is_err());
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
