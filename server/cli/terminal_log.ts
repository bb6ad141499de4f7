// The log of a script that `task` starts in a terminal, where no run stores its output. It has no task ID, so neither has its folder.
import { closeSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { gapLine } from "../engine/logs/log_cut.ts";
import { OpenLog } from "../engine/logs/open_log.ts";
import { appendFooter, type Footer, logPathOf, writeHeader } from "../engine/logs/run_log.ts";
import { removeLog } from "../features/runs/remove_log.ts";
import type { SharedOptions } from "../features/tasks/command/shared_options.ts";
import { FilesRoot } from "../platform/files/files_root.ts";
import { Masker } from "../platform/masking/masker.ts";
import { NewestZoneRules } from "../platform/zones/zone_rules.ts";
import { secretForms } from "../platform/masking/secret_forms.ts";

/** Tells them from logs of runs in the same folder, which are removed with their runs. */
const NAME = /-terminal(-\d+)?\.log$/;
const DAY_MS = 86_400_000;

export interface TerminalLogOptions {
  /** The directory of all logs. */
  logs: string;
  /** Of this log, relative to that directory. */
  folder: string;
  /** What is masked. */
  secrets: readonly string[];
  settings: Pick<SharedOptions, "language" | "zone" | "logMaxBytes" | "logRetentionDays">;
}

/** Stores the output of a script, with secrets masked. A full disk loses output, but never stops the script. */
export class TerminalLog {
  readonly #settings: TerminalLogOptions["settings"];
  readonly #masker: Masker;
  readonly #startedAt = Date.now();
  #droppedBytes = 0;

  private constructor(private readonly log: OpenLog, { secrets, settings }: TerminalLogOptions) {
    this.#settings = settings;
    this.#masker = new Masker(secrets.flatMap(secretForms));
    this.#try(() => writeHeader(log, this.#startedAt, settings));
  }

  /** Creates the log and removes outdated ones of its folder. Returns null when it cannot be written, as for another account. */
  static open(options: TerminalLogOptions): TerminalLog | null {
    const { logs, folder, settings } = options;
    try {
      NewestZoneRules.open();
      const path = logPathOf(folder, Date.now(), settings.zone).replace(/\.log$/, "-terminal.log");
      const { log, output } = OpenLog.create(logs, path);
      closeSync(output);
      removeOutdated(logs, folder, settings.logRetentionDays);
      return new TerminalLog(log, options);
    } catch {
      return null;
    }
  }

  write(chunk: Uint8Array): void {
    this.#append(this.#masker.push(chunk));
  }

  /** Adds the last line. */
  end({ state, exitCode }: Pick<Footer, "state" | "exitCode">): void {
    this.#append(this.#masker.end());
    const at = Date.now();
    this.#try(() => {
      if (this.#droppedBytes > 0) this.log.append(gapLine(this.#droppedBytes, this.#settings.language));
      appendFooter(this.log, { state, exitCode, at, durationMs: at - this.#startedAt }, this.#settings);
    });
    this.log.close();
  }

  #append(parts: readonly Uint8Array[]): void {
    for (const part of parts) {
      if (this.#droppedBytes > 0 || this.log.size + part.length > this.#settings.logMaxBytes) {
        this.#droppedBytes += part.length;
      } else this.#try(() => this.log.appendBytes(part));
    }
  }

  #try(action: () => void): void {
    try {
      action();
    } catch {
      // The disk is full; the terminal still shows the output.
    }
  }
}

function removeOutdated(logs: string, folder: string, days: number | null): void {
  if (days === null) return;
  const files = new FilesRoot(logs);
  for (const name of readdirSync(join(logs, folder)).filter((name) => NAME.test(name))) {
    const { mtimeMs } = statSync(join(logs, folder, name));
    if (mtimeMs < Date.now() - days * DAY_MS) removeLog(files, join(folder, name));
  }
}
