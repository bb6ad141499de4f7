// Information about the panel, and the operations on the panel itself.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import { formatError } from "../../contract/messages/format.ts";
import type { Progress } from "../../contract/progress.ts";
import type { Requester } from "../../contract/scopes.ts";
import type { Language } from "../../contract/settings.ts";
import type {
  Licences,
  ProgramKind,
  RestartResult,
  SystemDetails,
  UpdateCheck,
} from "../../contract/system.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ProgressBoard } from "../../platform/progress_board.ts";
import type { DataFolderSizes } from "./data_sizes.ts";
import type { ZoneRulesInUse } from "../../platform/zones/zone_rules.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { type DiagnosticsSources, packDiagnostics } from "./diagnostics.ts";
import { diskDetails, machineDetails } from "./machine_details.ts";
import type { Installation, Restart } from "./update/installation.ts";
import type { ReleaseChecks } from "./update/release_checks.ts";

/** Time for the response to reach the client before the panel stops, in ms. */
const SHUTDOWN_NOTICE_MS = 300;
/** Generous estimate of the time until the panel is back, in seconds. */
const RESTART_SECONDS = 10;

/** Properties of the program, set at build time. */
export interface BuildDetails {
  version: string;
  commit: string | null;
  builtAt: string | null;
  kind: ProgramKind;
  programFile: string | null;
}

export interface SystemOptions {
  build: BuildDetails;
  clock: Clock;
  board: ProgressBoard;
  checks: ReleaseChecks;
  installation: Installation;
  sizes: DataFolderSizes;
  diagnostics: DiagnosticsSources;
  /** Whether the last process ended without a shutdown. */
  startedAfterCrash: boolean;
  dataRoot: string;
  database: SystemDetails["database"];
  publicUrl: string | null;
  zoneRules: Pick<ZoneRulesInUse, "details">;
  /** Directory of the program's files. */
  programRoot: string;
  restart: Restart | null;
}

export class SystemService {
  readonly #startedAt: number;

  constructor(private readonly options: SystemOptions) {
    this.#startedAt = options.clock.now();
  }

  async details(): Promise<SystemDetails> {
    const { build: { kind, programFile, ...build }, checks, sizes, dataRoot, restart } = this.options;
    return {
      ...build,
      deno: Deno.version.deno,
      program: { kind, path: programFile },
      startedAt: isoTime(this.#startedAt),
      startedAfterCrash: this.options.startedAfterCrash,
      restartable: restart !== null,
      database: this.options.database,
      publicUrl: this.options.publicUrl,
      zoneRules: this.options.zoneRules.details(this.options.clock.now()),
      machine: machineDetails(),
      data: { path: dataRoot, ...diskDetails(dataRoot), ...await sizes.measure() },
      update: { obstacle: checks.obstacle, lastCheck: checks.last, lastFault: checks.lastError },
    };
  }

  licences(): Licences["items"] {
    return readLicences(this.options.programRoot);
  }

  /** Returns the progress of a long operation in a language; null if there was none since the start. */
  progress(language: Language): Progress | null {
    const state = this.options.board.current();
    if (state === null) return null;
    const { startedAt, error, ...rest } = state;
    return {
      ...rest,
      startedAt: isoTime(startedAt),
      error: error && formatError(error, language),
    };
  }

  /** Stops the panel after a moment and starts it again. Throws `restart_impossible` and `panel_busy`. */
  restart(): RestartResult {
    const { restart, board, clock } = this.options;
    if (restart === null) throw new AppError("restart_impossible");
    board.begin("restart", "restarting");
    clock.after(SHUTDOWN_NOTICE_MS, () => restart());
    return { seconds: RESTART_SECONDS };
  }

  async diagnostics(): Promise<Uint8Array> {
    return await packDiagnostics(this.options.diagnostics, this.options.clock.now());
  }

  /** Checks for a newer release. Throws `update_impossible` and `update_failed`. */
  async check(signal: AbortSignal, requester: Requester): Promise<UpdateCheck> {
    return await this.options.checks.check(signal, requester);
  }

  /** Starts installing a version. Throws `update_impossible`, `restart_impossible` and `panel_busy`. */
  install(version: string): void {
    this.options.installation.begin(version);
  }
}

type Licence = Licences["items"][number];

/**
 * Returns the licences of the bundled packages, which each copy has to include: one text in the directory of the program,
 * written when the executable is built. From source there is none, so the packages themselves are read.
 */
export function readLicences(root: string): Licence[] {
  const notices = read(join(root, "third_party_notices.txt"));
  return notices === null ? ofPackages(root) : parseNotices(notices);
}

/** Parses the text: `name version (licence)`, an empty line, the text; separated by lines of dashes. */
export function parseNotices(notices: string): Licence[] {
  return notices.split(/\n-{80}\n\n/).flatMap((notice) => {
    const [, name, version, licence, text] = /^(\S+) (\S+) \(([^\n]*)\)\n\n([^]*)$/.exec(notice) ?? [];
    if (name === undefined) return [];
    return [{ name, version: version!, licence: licence!, text: text!.trim() }]; // all four or none
  });
}

function ofPackages(root: string): Licence[] {
  const declared = read(join(root, "deno.json"));
  if (declared === null) return [];
  const { imports = {} } = JSON.parse(declared) as { imports?: Record<string, string> };
  const names = Object.values(imports).map((target) => /^npm:\/?((?:@[^/]+\/)?[^@/]+)@/.exec(target)?.[1]);
  return [...new Set(names)].filter((name) => name !== undefined).sort().flatMap((name) =>
    ofPackage(join(root, "node_modules", name))
  );
}

function ofPackage(folder: string): Licence[] {
  const description = read(join(folder, "package.json"));
  if (description === null) return [];
  const { name, version, license } = JSON.parse(description) as Record<string, unknown>;
  const file = readdirSync(folder).find((one) => /^licen[sc]e/i.test(one));
  const text = file === undefined ? null : read(join(folder, file));
  return [{
    name: String(name),
    version: String(version),
    licence: String(license ?? "none"),
    text: text?.trim() ?? "",
  }];
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
