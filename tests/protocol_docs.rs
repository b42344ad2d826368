//! Compares the documents of the protocol with the program.

use std::fs;
use std::io;
use std::path::Path;

use kagetsu::protocol::info::key_table;

const BEGIN: &str = "<!-- keys: compared with the program by tests/protocol_docs.rs -->\n";
const END: &str = "<!-- end of keys -->";

#[test]
fn the_table_of_keys_is_the_one_of_the_program() -> io::Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-docs/extensions.md");
    let text = fs::read_to_string(path)?.replace("\r\n", "\n");
    let table = text
        .split_once(BEGIN)
        .and_then(|(_, tail)| tail.split_once(END))
        .map(|(table, _)| table.trim());
    let expected = key_table();
    assert_eq!(
        table,
        Some(expected.trim()),
        "\nthe table should be\n{expected}"
    );
    Ok(())
}
