// Installs a release: downloads it, tests it, and hands over to the step that swaps the programs while no
// panel runs. On any failure, the current version stays as it is.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { AppError } from "../../../contract/app_error.ts";
import type { Base } from "../../../engine/base.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { ProgressBoard, ProgressLine } from "../../../platform/progress_board.ts";
import { compareVersions, type ReleaseAsset, ReleaseError } from "../../../platform/release/manifest.ts";
import { downloadAsset, type FoundRelease } from "./download_asset.ts";
import type { ReleaseChecks } from "./release_checks.ts";
import { abandon, swapProgram } from "./swap_program.ts";
import { updateProblemOf } from "./update_problem.ts";
import { type UpdateJournal, type UpdatePaths, writeJournal } from "./update_journal.ts";
import { runToEnd } from "../../../platform/process/run_to_end.ts";

/** Time for a response to reach the client before the panel stops, in ms. */
const SHUTDOWN_NOTICE_MS = 300;
const SPARE_BYTES = 16 * 1024 * 1024;
const START_LIMIT_MS = 30_000;
const TRIAL_LIMIT_MS = 10 * 60_000;

/** Shuts down the panel, runs the last action while nothing is open, and starts the program. */
export type Restart = (lastAction?: () => void) => void;

export interface InstallationOptions extends Pick<Base, "clock" | "logger"> {
  board: ProgressBoard;
  checks: ReleaseChecks;
  version: string;
  target: string;
  updatePaths: UpdatePaths | null;
  restart: Restart | null;
  /** Records in the audit log that a version is being installed. */
  addToAudit(version: string): Promise<void>;
}

export class Installation {
  readonly #closing = new AbortController();
  #going: Promise<void> = Promise.resolve();

  constructor(private readonly options: InstallationOptions) {}

  /** Starts installing a version. Throws `update_impossible`, `restart_impossible` and `panel_busy`. */
  begin(version: string): void {
    const { board, checks, updatePaths, restart } = this.options;
    if (checks.obstacle !== null) throw new AppError("update_impossible", { reason: checks.obstacle });
    if (updatePaths === null || restart === null) throw new AppError("restart_impossible");
    const line = board.begin("update", "downloading");
    this.#going = this.#install({ version, updatePaths, restart, line });
  }

  /** Aborts the installation in progress. */
  async close(): Promise<void> {
    this.#closing.abort(new Error("the panel is stopping"));
    await this.#going;
  }

  async #install(
    { version, updatePaths, restart, line }: {
      version: string;
      updatePaths: UpdatePaths;
      restart: Restart;
      line: ProgressLine;
    },
  ): Promise<void> {
    const entry = this.#entry(version, updatePaths);
    try {
      const { found, asset } = await this.#choose(version);
      writeJournal(updatePaths.journal, entry);
      await this.#prepare({ found, asset, updatePaths, line });
      await this.options.addToAudit(version);
      line.step("restarting");
      this.options.clock.after(SHUTDOWN_NOTICE_MS, () => restart(() => swapProgram(updatePaths, entry)));
    } catch (error) {
      this.#fail({ error, updatePaths, entry, line });
    }
  }

  #entry(to: string, updatePaths: UpdatePaths): UpdateJournal {
    const { version: from, clock } = this.options;
    return {
      step: "preparing",
      from,
      to,
      program: updatePaths.program,
      startedAt: clock.now(),
      fault: null,
      told: false,
    };
  }

  // Fetched again: the manifest may have changed since the user checked.
  async #choose(version: string): Promise<{ found: FoundRelease; asset: ReleaseAsset }> {
    const { checks, target, version: current } = this.options;
    const found = await checks.find(this.#closing.signal);
    const { manifest } = found;
    if ((compareVersions(manifest.version, current) ?? 0) <= 0) throw new ReleaseError("older_version");
    if (manifest.version !== version) throw new ReleaseError("other_version", manifest.version);
    const asset = manifest.assets[target];
    if (asset === undefined) throw new ReleaseError("no_asset", target);
    return { found, asset };
  }

  async #prepare(
    { found, asset, updatePaths, line }: {
      found: FoundRelease;
      asset: ReleaseAsset;
      updatePaths: UpdatePaths;
      line: ProgressLine;
    },
  ): Promise<void> {
    const { checks, clock } = this.options;
    const { signal } = this.#closing;
    const path = join(updatePaths.folder, `${asset.sha256}.part`);
    removeOthers(updatePaths.folder, path);
    checkRoom(asset, updatePaths, path);
    line.step("downloading", 0);
    await downloadAsset({ asset, url: new URL(asset.address, found.at), path }, {
      line: checks.line("person"),
      clock,
      signal,
      onProgress: (percent) => line.step("downloading", Math.floor(percent)),
    });
    line.step("verifying");
    const copy = join(updatePaths.folder, "trial.sqlite");
    try {
      layBeside(path, updatePaths);
      const { version } = found.manifest;
      await tryProgram({
        program: updatePaths.programNew,
        version,
        database: updatePaths.database,
        copy,
        clock,
        signal,
      });
    } finally {
      for (const tail of ["", "-wal", "-shm"]) rmSync(`${copy}${tail}`, { force: true });
    }
    line.step("replacing");
    rmSync(path, { force: true });
    rmSync(`${path}.tag`, { force: true });
  }

  #fail(
    { error, updatePaths, entry, line }: {
      error: unknown;
      updatePaths: UpdatePaths;
      entry: UpdateJournal;
      line: ProgressLine;
    },
  ): void {
    const { logger } = this.options;
    const known = error instanceof AppError && error.code.startsWith("update_") ? error : null;
    const reason = this.#closing.signal.aborted ? "interrupted" : updateProblemOf(error);
    if (known === null) logger.error("the update failed", { version: entry.to, reason, error });
    try {
      abandon(updatePaths, { ...entry, told: true }, reason);
    } catch (second) {
      logger.warn("failed to remove the leftovers of an update", { fault: second });
    }
    line.fail(known ?? new AppError("update_failed", { reason }));
  }
}

function layBeside(path: string, updatePaths: UpdatePaths): void {
  rmSync(updatePaths.programNew, { force: true });
  copyFileSync(path, updatePaths.programNew);
  chmodSync(updatePaths.programNew, statSync(updatePaths.program).mode & 0o777 | 0o500);
}

// Removes what an update to another version has left.
function removeOthers(folder: string, path: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    const one = join(folder, name);
    if (/\.part(\.tag)?$/.test(name) && !one.startsWith(path)) rmSync(one, { force: true });
  }
}

// The download and its copy next to the program; the database twice, for the test and as a backup.
function checkRoom({ size }: ReleaseAsset, updatePaths: UpdatePaths, path: string): void {
  const database = statSync(updatePaths.database).size;
  const have = existsSync(path) ? statSync(path).size : 0;
  const needs = [[updatePaths.folder, size - have + 2 * database], [
    dirname(updatePaths.program),
    size,
  ]] as const;
  for (const [folder, bytes] of needs) {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < bytes + SPARE_BYTES) throw new ReleaseError("no_room", folder);
  }
}

// Tests a new program before anything depends on it: it must start on this machine, report its version, and
// work with a copy of the database.

interface Trial {
  program: string;
  version: string;
  database: string;
  /** File for the copy of the database; the caller removes it. */
  copy: string;
  clock: Clock;
  signal: AbortSignal;
}

/** Tests a program. Throws `ReleaseError`. */
async function tryProgram({ program, version, database, copy, clock, signal }: Trial): Promise<void> {
  const run = (args: string[], limitMs: number) => runToEnd({ program, args, limitMs, clock, signal });
  const started = await run(["version"], START_LIMIT_MS);
  if (started.output.trim() !== version) throw new ReleaseError("does_not_start", started.complaint);
  const tried = await run(["__trial", database, copy], TRIAL_LIMIT_MS);
  if (!tried.isFine) throw new ReleaseError("trial_failed", tried.complaint);
}
