import type { Bus } from "../engine/bus.ts";
import type { Database } from "../engine/store.ts";
import type { AuditTrail } from "../features/audit/trail.ts";
import type { SettingsService } from "../features/settings/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { DataFolder } from "../platform/data_folder.ts";
import type { Logger } from "../platform/logger.ts";
import type { ProgressBoard } from "../platform/progress_board.ts";
import type { Sealer } from "../platform/seal.ts";
import type { DataFilesWatch } from "../platform/storage/data_files_watch.ts";
import type { DiskWatch } from "../platform/storage/disk_watch.ts";
import type { WriteState } from "../platform/write_state.ts";
import type { SystemLogFiles } from "../platform/system_log/system_log_files.ts";
import type { UpdateNews } from "../features/system/update/settle_update.ts";

export interface Machine {
  clock: Clock;
  logger: Logger;
  /** Keeps what the logger says. */
  systemLog: SystemLogFiles;
  /**
   * Ends the panel in order, does the last act while nothing is open, and starts the program again as the same process; null where
   * that cannot be.
   */
  restart: ((lastAct?: () => void) => void) | null;
  /** Only tries whether it starts: no run is started or found again, nothing is sent, no chore is done. */
  isTrial?: boolean;
}

export interface Foundation extends Machine {
  config: Config;
  folder: DataFolder;
  db: Database;
  bus: Bus;
  settings: SettingsService;
  sealer: Sealer;
  audit: AuditTrail;
  /** Long work of the panel itself. */
  board: ProgressBoard;
  /** Whether the panel can write, and why not. */
  writes: WriteState;
  disk: DiskWatch;
  /** What is deleted or replaced in the data folder. */
  dataFiles: DataFilesWatch;
  /** What this start has found of an update. */
  update: UpdateNews;
  /** Closes it. With `keepLog`, the database stays open until the process ends, and its write-ahead log stays on the disk. */
  close(options?: { keepLog: boolean }): Promise<void>;
}
