//! Enums whose values have names.

/// Gives the values of an enum their names, by which they are written and read. The text says what another word is.
macro_rules! named {
    ($named:ident, $fault:literal, $($value:ident $name:literal),+ $(,)?) => {
        impl $named {
            /// All of them, in the order in which they are offered.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];

            /// The name in files and options.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }
        }

        impl std::fmt::Display for $named {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $named {
            type Err = kagetsu_kernel::ParseTextError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let mut all = Self::ALL.into_iter();
                let found = all.find(|value| value.name().eq_ignore_ascii_case(text));
                found.ok_or_else(|| {
                    let expected = format!("one of {}", Self::ALL.map(Self::name).join(", "));
                    kagetsu_kernel::ParseTextError::new(text, $fault, expected)
                })
            }
        }
    };
}

pub(crate) use named;
