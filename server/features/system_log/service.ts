// The panel's own log as displayed: search, live updates, download and clearing.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SystemLogList } from "../../contract/system_log.ts";
import type { Language } from "../../contract/settings.ts";
import type { Base } from "../../engine/base.ts";
import type { Timer } from "../../platform/clock.ts";
import type { LogEntry } from "../../platform/logger.ts";
import {
  isWithin,
  listLogFiles,
  type LogSpan,
  readHead,
  type SystemLogOrder,
} from "../../platform/system_log/scan_system_log.ts";
import type { SystemLogFiles } from "../../platform/system_log/system_log_files.ts";
import type { SystemLogQueries } from "../../platform/system_log/system_log_queries.ts";
import { entryTexts } from "./entry_texts.ts";
import { isoTime } from "../../platform/iso_time.ts";

/** Minimum interval between two notifications of followers, in ms. */
const REST_MS = 1_000;

export interface SystemLogQuery extends Omit<SystemLogOrder, "folder" | "timeLimitMs" | "sentences"> {
  language: Language;
}

export interface SystemLogOptions extends Pick<Base, "clock" | "bus"> {
  files: SystemLogFiles;
  queries: SystemLogQueries;
}

export class SystemLog {
  readonly #stopListening: () => void;
  #timer: Timer | null = null;
  #isNew = false;

  constructor(private readonly options: SystemLogOptions) {
    this.#stopListening = options.files.onWritten((entries) => this.#hear(entries));
  }

  /** Returns lines, newest first. Throws what `SystemLogQueries.check` throws. */
  async list({ language, ...query }: SystemLogQuery, signal: AbortSignal): Promise<SystemLogList> {
    const { files, queries } = this.options;
    await files.flush();
    const { page, pageSize, q } = query;
    if (files.folder === null) return { items: [], total: 0, page, pageSize, complete: true };
    const texts = await entryTexts(language);
    const sentences = q === "" ? [] : texts.sentencesWith(q);
    const found = await queries.check({ ...query, sentences, folder: files.folder }, signal);
    const items = found.items.map((entry) => ({ ...entry, text: texts.textOf(entry.message) }));
    return { ...found, items, page, pageSize };
  }

  /** Yields the stored lines of a time span, oldest first. */
  async *read(span: LogSpan): AsyncGenerator<Uint8Array> {
    const { files } = this.options;
    await files.flush();
    const encoder = new TextEncoder();
    for (const { name } of files.folder === null ? [] : listLogFiles(files.folder, span)) {
      const text = await readFile(join(files.folder!, name), "utf8").catch(() => "");
      const lines = text.split("\n").filter((line) => isOfSpan(line, span));
      if (lines.length > 0) yield encoder.encode(`${lines.join("\n")}\n`);
    }
  }

  /** Deletes the whole log. Throws file system errors. */
  async clear(): Promise<void> {
    await this.options.files.clear();
    this.#notify();
  }

  close(): void {
    this.#stopListening();
    this.#timer?.cancel();
  }

  // Reading the log writes to it, which must not trigger another read.
  #hear(entries: readonly LogEntry[]): void {
    if (entries.every(isEcho)) return;
    this.#isNew = true;
    if (this.#timer === null) this.#notify();
  }

  #notify(): void {
    const { bus, clock } = this.options;
    this.#isNew = false;
    const at = isoTime(clock.now());
    bus.publish({ topic: "systemLog", type: "systemLog:written", id: 0, version: 0, at });
    this.#timer?.cancel();
    this.#timer = clock.after(REST_MS, () => {
      this.#timer = null;
      if (this.#isNew) this.#notify();
    });
  }
}

function isEcho({ message, fields }: LogEntry): boolean {
  const path = fields["path"];
  return message === "request" && typeof path === "string" && /\/api\/(system-log|events)$/.test(path);
}

function isOfSpan(line: string, span: LogSpan): boolean {
  const head = readHead(line);
  return head !== null && isWithin(head.time, span);
}
