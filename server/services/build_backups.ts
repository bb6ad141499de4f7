// Backups and restores.
import { AutomaticPassphrase } from "../features/backups/automatic_passphrase.ts";
import { BackupStore } from "../features/backups/backup_store.ts";
import { BackupWork } from "../features/backups/backup_work.ts";
import { DatabaseWatch } from "../features/backups/database_jobs.ts";
import { Inspections } from "../features/backups/inspections.ts";
import type { BackupSource } from "../features/backups/make_backup.ts";
import { Restores } from "../features/backups/restores.ts";
import { Backups } from "../features/backups/service.ts";
import { archivedLog, isBesideLog } from "../features/logs/archived_log.ts";
import { version } from "../platform/build_info.ts";
import { engineOf } from "../platform/database_engine.ts";
import { realDisk } from "../platform/disk.ts";
import { isoTime } from "../platform/iso_time.ts";
import type { Foundation } from "./foundation_shape.ts";
import { nodeNameOf } from "./open_store.ts";

export type BackupParts = ReturnType<typeof buildBackups>;

export function buildBackups(
  { db, bus, clock, logger, board, audit, settings, sealer, folder, restart, writes, keyFile, config }:
    Foundation,
) {
  const source: BackupSource = {
    root: folder.root,
    installation: folder.installation,
    panelVersion: version,
    disk: realDisk,
    keyFile,
    copyDatabase: engineOf(db) === "sqlite" ? undefined : async (to, signal) => {
      const { exportDatabase } = await import("../features/backups/shared_database.ts");
      return await exportDatabase(db, { to, signal });
    },
    isBesideLog,
    logContent: (log) => archivedLog(log, settings.current().language),
  };
  const store = new BackupStore(folder.root, realDisk);
  const passphrase = new AutomaticPassphrase({ db, sealer });
  const addToAudit = (action: string, object: string, detail: Record<string, unknown>) =>
    audit.add({ actor: { kind: "panel", ip: null }, act: action, object, detail });
  const work = new BackupWork({
    source,
    store,
    board,
    clock,
    logger,
    onEnd: async ({ id, state, automatic, error }) => {
      if (automatic) {
        await addToAudit(`backups.automatic${state === "ready" ? "" : ".failed"}`, `#${id}`, error ?? {});
      }
      const type = state === "ready" ? "backup:done" : "backup:failed";
      bus.publish({ topic: "system", type, id, version: 0, at: isoTime(clock.now()) });
    },
  });
  const otherNodes = async () => {
    if (engineOf(db) === "sqlite") return [];
    const { listRunning } = await import("../platform/postgres/running_lock.ts");
    const names = await listRunning(db);
    const own = nodeNameOf({ config, folder });
    // This panel is one of them.
    return names.length <= 1 ? [] : names.filter((name) => name !== own);
  };
  const inspections = new Inspections({ store, clock, disk: realDisk });
  const restores = new Restores({
    source,
    store,
    inspections,
    board,
    db,
    clock,
    logger,
    otherNodes,
    restart: restart && (() => restart()),
  });
  const backups = new Backups({
    source,
    store,
    work,
    passphrase,
    db,
    clock,
    settings: () => settings.current(),
    hasDatabase: () => !writes.isDatabaseLost,
    busyWith: () => board.isBusy ? board.current()?.kind ?? null : null,
  });
  const watch = new DatabaseWatch({
    path: folder.database,
    logger,
    onDamage: (damage) => addToAudit("database.damaged", folder.database, { damage }),
  });
  return {
    backups,
    restores,
    passphrase,
    watch,
    store,
    uploadMaxBytes: () => settings.current().uploadMaxBytes,
    open: () => store.open(),
    async close() {
      await work.close();
      await restores.close();
    },
  };
}
