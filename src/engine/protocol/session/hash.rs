//! `yxshowhashusage`, `yxhashdump` and `yxhashload`: the transposition table, and its file.

use std::path::Path;

use kagetsu_kernel::MIB;

use crate::error::ProtocolError;
use crate::reply::Reply;

use super::Host;
use super::state::Session;

impl Session {
    pub(super) fn hash_usage(&mut self, host: &mut dyn Host) {
        let text = self.engine.table_usage().map_or_else(
            || "Hash usage: empty".to_string(),
            |usage| {
                let (percent, tenth) = (usage.permille / 10, usage.permille % 10);
                let mib = usage.bytes as u64 / MIB;
                format!("Hash usage: {percent}.{tenth} % of {mib} MiB")
            },
        );
        host.reply(Reply::Message(text));
    }

    pub(super) fn hash_dump(&mut self, path: &str, host: &mut dyn Host) {
        host.reply(match self.engine.write_table(Path::new(path)) {
            Ok(count) => Reply::Message(format!("{count} entries are written to '{path}'")),
            Err(error) => Reply::Error(format!("'{path}' is not written: {error}")),
        });
    }

    pub(super) fn hash_load(
        &mut self,
        path: &str,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        let position = self.board_in_use()?;
        let (size, rule) = (position.size(), position.rule());
        self.apply_settings();
        host.reply(match self.engine.read_table(Path::new(path), size, rule) {
            Ok(count) => Reply::Message(format!("{count} entries are read from '{path}'")),
            Err(error) => Reply::Error(format!("'{path}' is not read: {error}")),
        });
        Ok(())
    }
}
