//! A value with its confidence interval.

use std::fmt;

/// Quantile of the standard normal distribution for 95 % intervals, with 2.5 % on either side.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Greatest difference between both sides of an interval, as a part of the margin, with which one figure stands for both.
const MOST_SKEW: f64 = 0.1;

/// A value with its 95 % interval. The interval need not be symmetric. Value and bounds may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Lower bound.
    pub low: f64,
    /// The value itself.
    pub value: f64,
    /// Upper bound.
    pub high: f64,
}

impl Estimate {
    /// A value with a symmetric interval.
    pub fn symmetric(value: f64, margin: f64) -> Self {
        Self {
            low: value - margin,
            value,
            high: value + margin,
        }
    }

    /// Half the width of the interval: the figure after `±`. Infinite if a bound is infinite.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// True if the value and both bounds are finite.
    pub fn is_finite(&self) -> bool {
        self.low.is_finite() && self.value.is_finite() && self.high.is_finite()
    }

    /// The estimate of an increasing function of the value.
    #[must_use]
    pub fn map(&self, function: impl Fn(f64) -> f64) -> Self {
        Self {
            low: function(self.low),
            value: function(self.value),
            high: function(self.high),
        }
    }
}

/// A number rounded to so many decimals; no zero has a minus sign.
pub(super) fn rounded(number: f64, decimals: usize) -> f64 {
    let scale = 10_f64.powi(decimals as i32);
    // Adding zero turns a negative zero into a positive one.
    (number * scale).round() / scale + 0.0
}

impl fmt::Display for Estimate {
    /// Writes `+12.3 ± 4.5`, or `+420.0 [+343.1, +542.7]` where one side of the interval is clearly longer than the other or
    /// something is infinite. One decimal unless told otherwise.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(1);
        let value = rounded(self.value, decimals);
        let margin = self.margin();
        let (down, up) = (self.value - self.low, self.high - self.value);
        if self.is_finite() && (up - down).abs() <= MOST_SKEW * margin {
            write!(f, "{value:+.decimals$} ± {margin:.decimals$}")
        } else {
            let [low, high] = [self.low, self.high].map(|bound| rounded(bound, decimals));
            write!(
                f,
                "{value:+.decimals$} [{low:+.decimals$}, {high:+.decimals$}]"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_written_with_their_margin_or_their_bounds() {
        let estimate = Estimate::symmetric(12.34, 5.0);
        assert_eq!(estimate.to_string(), "+12.3 ± 5.0");
        assert_eq!(format!("{estimate:.2}"), "+12.34 ± 5.00");
        assert_eq!(Estimate::symmetric(-0.01, 1.0).to_string(), "+0.0 ± 1.0");
        let infinite = Estimate {
            low: 120.4,
            value: f64::INFINITY,
            high: f64::INFINITY,
        };
        assert_eq!(infinite.to_string(), "+inf [+120.4, +inf]");
        assert!(!infinite.is_finite() && infinite.margin().is_infinite());
        let skew = Estimate {
            low: 343.0,
            value: 420.0,
            high: 543.0,
        };
        assert_eq!(format!("{skew:.0}"), "+420 [+343, +543]");
        assert_eq!(
            estimate.map(|value| 2.0 * value),
            Estimate::symmetric(24.68, 10.0)
        );
    }
}
