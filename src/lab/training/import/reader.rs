//! Reading a file of samples, one game after the other.

use std::io::{BufRead, BufReader};

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::counted;
use kagetsu_notation::lz4::{Lz4Reader, is_lz4};

use crate::dataset::TrainingGame;

use super::error::{ImportError, SampleFault, sample_error};
use super::joined::JoinedGame;
use super::record::{Kind, Record, SampleForm, WantedKind};
use super::{bin, binpack, csv};

/// What came of the samples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportCounts {
    /// Samples of the wanted kind; games in the form binpack.
    pub samples: u64,
    /// Samples of another rule or size, which are left out.
    pub others: u64,
    /// Games that end before a move that the rule forbids Black.
    pub fouls: u64,
}

/// An iterator over the games of a file of samples. It ends after the first error.
#[derive(Debug)]
pub struct SampleReader<R: BufRead> {
    records: Records<R>,
    wanted: WantedKind,
    kind: Kind,
    /// A sample that has been read and belongs to no game yet.
    pending: Option<Record>,
    counts: ImportCounts,
    ended: bool,
}

impl<R: BufRead> SampleReader<R> {
    /// Reads the first sample of the wanted kind.
    ///
    /// # Errors
    /// [`ImportError`] when there is none, a sample before it is wrong, or the form does not tell the kind and neither does
    /// `wanted`.
    pub fn new(input: R, form: SampleForm, wanted: WantedKind) -> Result<Self, ImportError> {
        let mut records = Records::new(input, form, wanted)?;
        let mut counts = ImportCounts::default();
        let first = loop {
            let Some(record) = records.next()? else {
                return Err(nothing(wanted, counts.others));
            };
            if !wanted.refuses(record.kind) {
                break record;
            }
            counts.others += 1;
        };
        Ok(Self {
            records,
            wanted,
            kind: first.kind,
            pending: Some(first),
            counts: ImportCounts {
                samples: 1,
                ..counts
            },
            ended: false,
        })
    }

    /// The rule of the games.
    pub const fn rule(&self) -> Rule {
        self.kind.rule
    }

    /// The board of the games.
    pub const fn size(&self) -> BoardSize {
        self.kind.size
    }

    /// What came of the samples so far.
    pub const fn counts(&self) -> ImportCounts {
        self.counts
    }

    /// The next sample of the wanted kind.
    fn next_wanted(&mut self) -> Result<Option<Record>, ImportError> {
        while let Some(record) = self.records.next()? {
            if self.wanted.refuses(record.kind) {
                self.counts.others += 1;
            } else if record.kind == self.kind {
                self.counts.samples += 1;
                return Ok(Some(record));
            } else {
                return Err(self.records.wrong(SampleFault::new(format!(
                    "it is of {}, those before are of {}: --rule and --size take those of one kind",
                    record.kind, self.kind
                ))));
            }
        }
        Ok(None)
    }

    fn next_game(&mut self) -> Result<Option<TrainingGame>, ImportError> {
        while let Some(first) = self.pending.take() {
            let mut joined =
                JoinedGame::new(self.kind, &first).map_err(|fault| self.records.wrong(fault))?;
            while let Some(record) = self.next_wanted()? {
                if self.records.form.has_whole_games() || !joined.is_continued_by(&record) {
                    self.pending = Some(record);
                    break;
                }
                joined
                    .add(&record)
                    .map_err(|fault| self.records.wrong(fault))?;
            }
            self.counts.fouls += u64::from(joined.has_foul());
            if let Some(game) = joined.finish() {
                return Ok(Some(game));
            }
        }
        Ok(None)
    }
}

impl<R: BufRead> Iterator for SampleReader<R> {
    type Item = Result<TrainingGame, ImportError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.next_game().transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}

/// The error of a file in which no sample is of the wanted kind.
fn nothing(wanted: WantedKind, others: u64) -> ImportError {
    if others == 0 {
        return ImportError::Malformed("it has no samples".to_string());
    }
    let rule = wanted.rule.map(|rule| rule.to_string());
    let size = wanted.size.map(|size| size.to_string());
    let names: Vec<String> = rule.into_iter().chain(size).collect();
    ImportError::Malformed(format!(
        "it has no samples of {}, but {}",
        names.join(" "),
        counted(others, "other")
    ))
}

/// The error where the kind is not given of samples that do not name theirs.
fn unknown_kind() -> ImportError {
    let text = "samples in the form csv name neither rule nor board: give --rule and --size";
    ImportError::Malformed(text.to_string())
}

/// The bytes of a file, as they are or to be unpacked.
#[derive(Debug)]
enum Input<R: BufRead> {
    Plain(R),
    Packed(Box<BufReader<Lz4Reader<R>>>),
}

/// The samples of a file, of any kind.
#[derive(Debug)]
struct Records<R: BufRead> {
    input: Input<R>,
    form: SampleForm,
    /// The kind of samples that do not name theirs.
    given: Option<Kind>,
    /// Number of samples that have been begun.
    read: u64,
}

impl<R: BufRead> Records<R> {
    fn new(mut input: R, form: SampleForm, wanted: WantedKind) -> Result<Self, ImportError> {
        let given = match wanted {
            WantedKind {
                rule: Some(rule),
                size: Some(size),
            } => Some(Kind { rule, size }),
            _ => None,
        };
        if form == SampleForm::Csv && given.is_none() {
            return Err(unknown_kind());
        }
        // No samples begin as a frame: as a head it stands for a board of four columns.
        let is_packed = is_lz4(input.fill_buf()?);
        Ok(Self {
            input: if is_packed {
                Input::Packed(Box::new(BufReader::new(Lz4Reader::new(input))))
            } else {
                Input::Plain(input)
            },
            form,
            given,
            read: 0,
        })
    }

    fn next(&mut self) -> Result<Option<Record>, ImportError> {
        self.read += 1;
        match &mut self.input {
            Input::Plain(input) => read(input, self.form, self.given, self.read),
            Input::Packed(input) => {
                read(input, self.form, self.given, self.read).map_err(|error| match error {
                    ImportError::Read(source) => {
                        ImportError::Malformed(format!("cannot unpack (lz4): {source}"))
                    }
                    malformed @ ImportError::Malformed(_) => malformed,
                })
            }
        }
    }

    /// The error of the sample that was read last.
    fn wrong(&self, fault: SampleFault) -> ImportError {
        sample_error(self.read)(fault)
    }
}

/// Reads the sample of this number. `None` at the end.
fn read(
    input: &mut impl BufRead,
    form: SampleForm,
    given: Option<Kind>,
    number: u64,
) -> Result<Option<Record>, ImportError> {
    match form {
        SampleForm::Csv => csv::read(input, given.ok_or_else(unknown_kind)?, number),
        SampleForm::Bin => bin::read(input, number),
        SampleForm::Binpack => binpack::read(input, number),
    }
}
