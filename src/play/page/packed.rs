//! Networks in a form that compresses well: most of their bytes are numbers of 16 bits near zero, whose lower bytes look like
//! noise and whose upper bytes are nearly all alike. `worker.js` undoes it.

/// How many bytes stand before the first number of 16 bits: the numbers of a file begin at an even or an odd place.
const BEGINS: [usize; 2] = [0, 1];

/// Positive and negative numbers in turn, so that the upper byte of a small one is zero whatever its sign.
const fn zigzag(number: i16) -> u16 {
    ((number << 1) ^ (number >> 15)) as u16
}

/// The numbers from a place on, their lower bytes first and then their upper bytes, between the bytes that belong to none.
/// The first byte of the whole says where they begin.
fn split(bytes: &[u8], begin: usize) -> Vec<u8> {
    let (before, rest) = bytes.split_at(begin.min(bytes.len()));
    let (pairs, after) = rest.as_chunks::<2>();
    let numbers = || pairs.iter().map(|&pair| zigzag(i16::from_le_bytes(pair)));
    let low = numbers().map(|number| number.to_le_bytes()[0]);
    let high = numbers().map(|number| number.to_le_bytes()[1]);
    let mut packed = vec![begin as u8];
    packed.extend(before);
    packed.extend(low.chain(high));
    packed.extend(after);
    packed
}

/// A file in the form that compresses better.
pub(super) fn packed(bytes: &[u8]) -> Vec<u8> {
    // Small numbers have an upper byte of zero.
    let sum = |form: &Vec<u8>| form.iter().map(|&byte| usize::from(byte)).sum::<usize>();
    let forms = BEGINS.map(|begin| split(bytes, begin));
    forms.into_iter().min_by_key(sum).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_have_upper_bytes_of_zero_wherever_they_begin() {
        let numbers = [-1_i16, 1, -2, 300].map(i16::to_le_bytes).concat();
        let expected = [0, 1, 2, 3, 0x58, 0, 0, 0, 2];
        assert_eq!(packed(&numbers), expected);
        let odd = [&[7], numbers.as_slice(), &[9]].concat();
        let rest = &expected[1..];
        assert_eq!(split(&odd, 1), [&[1, 7], rest, &[9]].concat());
        assert_eq!(packed(&odd)[0], 1);
        for short in [&[][..], &[5]] {
            assert_eq!(packed(short)[1..], *short);
        }
    }
}
