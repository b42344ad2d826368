//! The page as a folder of files that any web server can serve, under any path: it needs nothing of ours behind it. The
//! program is beside the page as WebAssembly, and the networks, texts and puzzles lie beside it, so that a visit loads only
//! those that it needs.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use kagetsu_kernel::file::write_whole;
use kagetsu_kernel::{ShippedFile, ShowPath as _};
use serde_json::json;

use crate::game::Kind;
use crate::gomoku::{Rule, Setup};
use crate::puzzles::SHIPPED_FILE as PUZZLES;
use crate::registry::file_of;
use crate::session::AnySetup;
use crate::text::Language;

use super::assets::{SCRIPTS, page, parts};
use super::bundle::code;
use super::packed::packed;

/// Sizes of boards with networks of their own.
const SIZES: [u8; 2] = [15, 20];
/// What a browser may load: nothing but the files of the page. Workers compile the program.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// Why the folder cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// A file cannot be written.
    #[error("'{}' cannot be written: {source}", file.shown())]
    Write {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The program has no such file inside.
    #[error("the network '{0}' is no part of this program")]
    Missing(&'static str),
}

/// A file of the folder by its path in it.
type Part = (String, Vec<u8>);

/// The scripts of the page, with a worker where a server would be.
fn scripts() -> Vec<(&'static str, &'static str)> {
    const TRANSPORT: &str = "transport.js";
    let others = SCRIPTS
        .iter()
        .filter(|(name, _)| *name != TRANSPORT)
        .copied();
    others
        .chain([(TRANSPORT, include_str!("site/transport.js"))])
        .collect()
}

/// The page with what makes it an application that can be installed.
fn installable() -> String {
    let head = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"theme-color\" content=\"#dfb873\">\n\
         <link rel=\"manifest\" href=\"manifest.webmanifest\">\n\
         <link rel=\"apple-touch-icon\" href=\"icon-192.png\">\n\
         <link rel=\"license\" href=\"THIRD-PARTY.txt\">\n"
    );
    // The policy comes before anything that it is about.
    page().replacen("<title>", &format!("{head}<title>"), 1)
}

/// The files that players need, the one of freestyle on the usual board first.
fn files() -> Vec<&'static ShippedFile> {
    let setups = SIZES.into_iter().flat_map(|side| {
        let setup = move |rule| AnySetup::from(Setup::square(rule, side));
        Rule::ALL.into_iter().map(setup)
    });
    let plain = Kind::ALL.into_iter().map(|game| AnySetup::Plain { game });
    let mut found: Vec<&ShippedFile> = Vec::new();
    for file in setups.chain(plain).filter_map(|setup| file_of(&setup)) {
        if found.iter().all(|known| known.name() != file.name()) {
            found.push(file);
        }
    }
    found
}

/// The texts and the puzzles, each language without its comments.
fn texts() -> Vec<(&'static ShippedFile, Vec<u8>)> {
    let of = |language: Language| {
        let chapters = language.chapters_file();
        let page = (language.page_file(), language.page_texts());
        [
            page,
            (chapters, chapters.text().unwrap_or_default().to_string()),
        ]
    };
    let puzzles = (&PUZZLES, PUZZLES.text().unwrap_or_default().to_string());
    let all = Language::ALL.into_iter().flat_map(of).chain([puzzles]);
    all.map(|(file, text)| (file, text.into_bytes())).collect()
}

/// The files of a visit on which freestyle is played, but for the texts of its language, and those that are kept for later.
fn parts_of_site(program: &[u8]) -> Result<(Vec<Part>, Vec<Part>), SiteError> {
    let icons: [(&str, &[u8]); 4] = [
        ("icon-192.png", include_bytes!("site/icon-192.png")),
        ("icon-512.png", include_bytes!("site/icon-512.png")),
        ("icon.svg", include_bytes!("site/icon.svg")),
        (
            "manifest.webmanifest",
            include_bytes!("site/manifest.webmanifest"),
        ),
    ];
    let workers = [
        ("program.js", include_str!("site/program.js")),
        ("searcher.js", include_str!("site/searcher.js")),
        ("worker.js", include_str!("site/worker.js")),
    ];
    let text = |text: &str| code(text).collect::<Vec<_>>().join("\n").into_bytes();
    let mut first: Vec<Part> = vec![("kagetsu.wasm".to_string(), program.to_vec())];
    first.extend(workers.map(|(name, script)| (name.to_string(), text(script))));
    let mut rest: Vec<Part> = texts()
        .into_iter()
        .map(|(file, bytes)| (format!("files/{}", file.name()), bytes))
        .collect();
    // The address of the folder is the one that is visited.
    rest.push(("index.html".to_string(), installable().into_bytes()));
    rest.extend(icons.map(|(name, bytes)| (name.to_string(), bytes.to_vec())));
    for part in parts(&scripts()) {
        let name = part.address.trim_start_matches('/').to_string();
        let list = if name.starts_with("page") {
            &mut first
        } else {
            &mut rest
        };
        list.push((name, part.text.into_bytes()));
    }
    for (place, file) in files().into_iter().enumerate() {
        let bytes = file.bytes().ok_or(SiteError::Missing(file.name()))?;
        let list = if place == 0 { &mut first } else { &mut rest };
        list.push((format!("files/{}", file.name()), packed(bytes)));
    }
    Ok((first, rest))
}

/// The script that keeps the files for times without a network. It has another version for other files.
fn service(first: &[Part], rest: &[Part]) -> String {
    let mut sum = crc32fast::Hasher::new();
    for (name, bytes) in first.iter().chain(rest) {
        sum.update(name.as_bytes());
        sum.update(bytes);
    }
    // A folder and its page are two addresses.
    let names = |list: &[Part]| {
        list.iter()
            .map(|(name, _)| name.clone())
            .collect::<Vec<_>>()
    };
    let begin = [names(first), vec!["./".to_string()]].concat();
    let script = code(include_str!("site/service.js")).collect::<Vec<_>>();
    script
        .join("\n")
        .replace("@VERSION@", &format!("{:08x}", sum.finalize()))
        .replace("@FIRST@", &json!(begin).to_string())
        .replace("@REST@", &json!(names(rest)).to_string())
}

/// Writes the page into a folder, which is made where it is not there. `program` is what `src/faces/browser` was compiled to.
///
/// # Errors
/// [`SiteError`]
pub fn write_site(folder: &Path, program: &[u8]) -> Result<(), SiteError> {
    let (first, rest) = parts_of_site(program)?;
    let service = service(&first, &rest).into_bytes();
    let all = first.into_iter().chain(rest);
    for (name, bytes) in all.chain([("service.js".to_string(), service)]) {
        let file = folder.join(name);
        let written = file
            .parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| write_whole(&file, |out| out.write_all(&bytes)));
        written.map_err(|source| SiteError::Write { file, source })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_has_every_file_that_the_page_names() {
        let folder = tempfile::tempdir().expect("a folder");
        write_site(folder.path(), b"program").expect("it can be written");
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect(name);
        let page = read("index.html");
        let quoted = page
            .split('"')
            .filter(|text| !text.contains([' ', '<', '=']));
        let named: Vec<_> = quoted.filter(|text| text.starts_with("page.")).collect();
        assert_eq!(named, ["page.css", "page.js"]);
        assert!(named.into_iter().all(|name| !read(name).is_empty()));
        let service = read("service.js");
        assert!(!service.contains('@'), "{service}");
        for name in [
            "files/freestyle.kgn",
            "files/renju.kgn",
            "files/learnt.bin",
            "files/zh.ftl",
            "files/learn/vi.ftl",
            "files/puzzles.tsv",
        ] {
            assert!(folder.path().join(name).exists() && service.contains(name));
        }
        // A server is asked nowhere, under whatever path the folder lies.
        let script = read("page.js");
        assert!(script.contains("new Worker(\"worker.js\"") && !script.contains("\"/page"));
        let again = tempfile::tempdir().expect("a folder");
        write_site(again.path(), b"another program").expect("it can be written");
        let other = std::fs::read_to_string(again.path().join("service.js")).expect("written");
        assert_ne!(other, service, "another program is another version");
    }
}
