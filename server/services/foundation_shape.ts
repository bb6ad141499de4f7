import type { NodeRole } from "../contract/limits/nodes.ts";
import type { Base } from "../engine/base.ts";
import type { Deciding } from "../engine/deciding.ts";
import type { AuditLogWriter } from "../features/audit/audit_log.ts";
import type { PasswordCost } from "../features/auth/passwords.ts";
import type { SettingsService } from "../features/settings/service.ts";
import type { LoadedCalendars } from "../features/calendars/loaded_calendars.ts";
import type { FindCalendar } from "../features/tasks/task_timetable.ts";
import type { LoadedWindows } from "../features/windows/loaded_windows.ts";
import type { Config } from "../platform/config_shape.ts";
import type { DataFolder } from "../platform/data_folder.ts";
import type { HeavyReads } from "../platform/heavy_reads.ts";
import type { ProgressBoard } from "../platform/progress_board.ts";
import type { Sealer } from "../platform/seal.ts";
import type { DataFilesWatch } from "../platform/storage/data_files_watch.ts";
import type { DiskWatch } from "../platform/storage/disk_watch.ts";
import type { WriteState } from "../platform/write_state.ts";
import type { SystemLogFiles } from "../platform/system_log/system_log_files.ts";
import type { ZoneRulesInUse } from "../platform/zones/zone_rules.ts";
import type { UpdateStatus } from "../features/system/update/settle_update.ts";

export interface Machine extends Pick<Base, "clock" | "logger"> {
  systemLog: SystemLogFiles;
  /**
   * Shuts down the panel in order, runs `lastAction` while nothing is open, and starts the program again as the same process;
   * null where that is impossible.
   */
  restart: ((lastAction?: () => void) => void) | null;
  /**
   * Only tests whether the panel starts: no run is started or recovered, nothing is sent, no housekeeping job
   * runs.
   */
  isTrial?: boolean;
  /** A panel by default. */
  role?: NodeRole;
  /** The rules of time zones; by default those of the runtime. */
  zoneRules?: ZoneRulesInUse;
  /** Cost of password hashes; cheap ones make tests fast. */
  passwordCost?: PasswordCost;
}

export interface Foundation extends Machine, Base {
  config: Config;
  zoneRules: ZoneRulesInUse;
  folder: DataFolder;
  /** Reads that may take long. */
  reads: HeavyReads;
  /** Whether this process decides, for what only one panel of several does. */
  deciding: Deciding;
  settings: SettingsService;
  calendars: LoadedCalendars;
  findCalendar: FindCalendar;
  windows: LoadedWindows;
  sealer: Sealer;
  /** File of the key that seals secrets. */
  keyFile: string;
  audit: AuditLogWriter;
  /** Progress of the panel's own long operations. */
  board: ProgressBoard;
  /** Whether the panel can write, and why not. */
  writes: WriteState;
  disk: DiskWatch;
  /** Detects deleted and replaced files in the data folder. */
  dataFiles: DataFilesWatch;
  /** The state of an update found at this start. */
  update: UpdateStatus;
  /**
   * Closes the foundation. With `keepLog`, the database stays open until the process ends, and its write-ahead log stays on
   * disk.
   */
  close(options?: { keepLog: boolean }): Promise<void>;
}
