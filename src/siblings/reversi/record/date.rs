//! Dates of record files, brought to the form of SGF.

use std::fmt::Write;

/// The date of a GGF file as SGF writes it: `2004.09.18_05:54:38.MDT` and `2004-09-18` name a day, `2004` a year, and any
/// other whole number the seconds since the beginning of 1970 (UTC), as the first archives of GGS have it. Empty if it is
/// none of them.
pub(super) fn from_ggf(text: &str) -> String {
    let text = text.trim();
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && text.len() > YEAR_DIGITS {
        return text.parse().ok().and_then(of_seconds).unwrap_or_default();
    }
    let day = text.split(['_', ' ', 'T']).next().unwrap_or_default();
    let parts: Vec<&str> = day.split(['.', '-', '/']).collect();
    of_parts(&parts).unwrap_or_default()
}

const YEAR_DIGITS: usize = 4;
const SECONDS_A_DAY: i64 = 86_400;
/// Seconds to the end of the year 9999.
const LAST_SECOND: i64 = 253_402_300_799;

/// A year, perhaps with a month, perhaps with a day.
fn of_parts(parts: &[&str]) -> Option<String> {
    let number = |text: &str, digits: usize| -> Option<u16> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        (is_plain && text.len() <= digits).then(|| text.parse().ok())?
    };
    let (year, rest) = parts.split_first()?;
    if year.len() != YEAR_DIGITS {
        return None;
    }
    let mut date = format!("{:04}", number(year, YEAR_DIGITS)?);
    for (text, most) in rest.iter().zip([12, 31]) {
        let part = number(text, 2).filter(|part| (1..=most).contains(part))?;
        // Writing to a string cannot fail.
        let _ = write!(date, "-{part:02}");
    }
    (rest.len() <= 2).then_some(date)
}

/// The day of a second since the beginning of 1970, in the Gregorian calendar (H. Hinnant, "chrono-compatible low-level date
/// algorithms", `civil_from_days`).
fn of_seconds(seconds: i64) -> Option<String> {
    if !(0..=LAST_SECOND).contains(&seconds) {
        return None;
    }
    // Years that begin in March have their leap day at the end; an era has 400 of them.
    let day = seconds / SECONDS_A_DAY + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    Some(format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_game_servers_are_days_and_not_years_of_old() {
        for (text, date) in [
            ("1063928478", "2003-09-18"),
            ("951782400", "2000-02-29"),
            ("951868799", "2000-02-29"),
            ("4107542400", "2100-03-01"),
            ("86399", "1970-01-01"),
            ("2004.09.18_05:54:38.MDT", "2004-09-18"),
            ("2003.12.15_13:24:03.MST", "2003-12-15"),
            ("2024-05-17", "2024-05-17"),
            ("2024-05-17T10:00:00Z", "2024-05-17"),
            ("2024/5/7", "2024-05-07"),
            ("2024.05", "2024-05"),
            ("1999", "1999"),
            (" 1999 ", "1999"),
            ("", ""),
            ("?", ""),
            ("2004.13.01", ""),
            ("2004.02.00", ""),
            ("04.02.2001", ""),
            ("12é4", ""),
            ("99999999999999999999", ""),
        ] {
            assert_eq!(from_ggf(text), date, "{text}");
        }
    }
}
