// An open file: the version that was read, the version on disk, and the result of the last save. The text being edited
// belongs to the editor; nothing here replaces it on its own.

import { isUnreachable } from "./api_problem.ts";
import {
  type FileLocation,
  type FileRequests,
  fileRequests,
  isMissing,
  isStale,
  type SaveOver,
} from "./file_requests.ts";
import type { FileContent, FileDetails } from "../../server/contract/files.ts";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useApi } from "./use_api.tsx";
import { useLiveEvent } from "./use_live.tsx";

export interface OpenText {
  /** The version read or saved last. */
  details: FileDetails;
  /** The text read or saved last. */
  text: string;
  format: "text" | "binary";
  /** Increases whenever a text was read that the editor does not have yet. */
  revision: number;
}

export type OnDisk = "same" | "changed" | "gone";
export type Saving = "no" | "yes" | "waiting";

export type DocumentState =
  | { phase: "loading" }
  | { phase: "failed"; error: unknown }
  | { phase: "missing" }
  | { phase: "too_large" }
  | { phase: "binary" }
  | { phase: "open"; open: OpenText; onDisk: OnDisk; saving: Saving; theirs: FileContent | null };

export type SaveOutcome = "saved" | "conflict" | "gone" | "waiting" | "failed";

type OpenState = Extract<DocumentState, { phase: "open" }>;

/** Reads, saves and watches one file. */
export class FileDocument {
  #requests: FileRequests;
  #state: DocumentState = { phase: "loading" };
  #revision = 0;
  #listeners = new Set<() => void>();
  #looking = false;

  constructor(requests: FileRequests) {
    this.#requests = requests;
  }

  state = (): DocumentState => this.#state;

  onChange = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads the file for the first time or after a failure; `force` also reads binary files. */
  async load({ force = false } = {}): Promise<void> {
    this.#become({ phase: "loading" });
    try {
      this.adopt(await this.#requests.read({ force }));
    } catch (error) {
      this.#become(phaseOf(error));
    }
  }

  /** Reads an open file again; it stays open when that fails. Throws the server's error. */
  async reload(): Promise<void> {
    this.adopt(await this.#requests.read({ force: this.#open()?.open.format === "binary" }));
  }

  /** Sets a content as the open one. */
  adopt(read: FileContent): void {
    const { content, format, ...details } = read;
    if (content === null) return this.#become({ phase: "binary" });
    this.#revision++;
    const open: OpenText = { details, text: content, format, revision: this.#revision };
    this.#become({ phase: "open", open, onDisk: "same", saving: "no", theirs: null });
  }

  /**
   * Saves a text over the version that was read, or over the displayed one. Throws on anything but a conflict
   * or a lost connection.
   */
  async save(text: string, over: SaveOver = this.#base()): Promise<SaveOutcome> {
    const before = this.#open();
    if (!before || before.saving === "yes") return "failed";
    this.#become({ ...before, saving: "yes" });
    try {
      const details = await this.#requests.save(text, over);
      this.#merge((now) => ({
        open: { ...now.open, details, text },
        onDisk: "same",
        saving: "no",
        theirs: null,
      }));
      return "saved";
    } catch (error) {
      return await this.#rejected(error, text);
    }
  }

  /** Checks whether the file on disk is still the version that was read. */
  async check(): Promise<void> {
    const before = this.#open();
    if (!before || this.#looking || before.saving === "yes") return;
    this.#looking = true;
    const onDisk = await this.#requests.stat().then(
      ({ etag }): OnDisk => etag === before.open.details.etag ? "same" : "changed",
      (error): OnDisk | null => isMissing(error) ? "gone" : null, // a failed check does not count as a change
    );
    this.#looking = false;
    const now = this.#open();
    // A save in the meantime makes the result outdated.
    if (!now || onDisk === null || now.saving === "yes" || now.open.details !== before.open.details) return;
    if (now.onDisk !== onDisk) {
      this.#become({ ...now, onDisk, theirs: onDisk === "changed" ? now.theirs : null });
    }
  }

  /** Reads the version on disk, to show it next to the open one. Throws the server's error. */
  async readTheirs(): Promise<void> {
    try {
      const theirs = await this.#requests.read();
      this.#merge(() => ({ theirs, onDisk: "changed" }));
    } catch (error) {
      if (!isMissing(error)) throw error;
      this.#merge(() => ({ theirs: null, onDisk: "gone" }));
    }
  }

  /** Hides the other version without resolving the conflict. */
  hideTheirs(): void {
    this.#merge(() => ({ theirs: null }));
  }

  /** Marks the open text as based on an outdated version, for a restored draft. */
  pretendOver(etag: string): void {
    this.#merge(({ open }) => ({ open: { ...open, details: { ...open.details, etag } }, onDisk: "changed" }));
  }

  async #rejected(error: unknown, text: string): Promise<SaveOutcome> {
    if (isUnreachable(error)) {
      this.#merge(() => ({ saving: "waiting" }));
      return "waiting";
    }
    this.#merge(() => ({ saving: "no" }));
    if (!isStale(error) && !isMissing(error)) throw error;
    await this.readTheirs();
    const now = this.#open();
    if (!now || now.onDisk === "gone") return "gone";
    if (now.theirs?.content !== text) return "conflict";
    const { content: _same, format: _kind, ...details } = now.theirs; // the other save has identical content
    this.#become({ ...now, open: { ...now.open, details, text }, onDisk: "same", theirs: null });
    return "saved";
  }

  #base(): SaveOver {
    const open = this.#open();
    if (!open) return "nothing";
    return open.onDisk === "gone" ? "nothing" : { etag: open.open.details.etag };
  }

  #open(): OpenState | null {
    return this.#state.phase === "open" ? this.#state : null;
  }

  #merge(change: (now: OpenState) => Partial<OpenState>): void {
    const now = this.#open();
    if (now) this.#become({ ...now, ...change(now) });
  }

  #become(state: DocumentState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function phaseOf(error: unknown): DocumentState {
  if (isMissing(error)) return { phase: "missing" };
  const status = typeof error === "object" && error !== null && "status" in error ? error.status : 0;
  return status === 413 ? { phase: "too_large" } : { phase: "failed", error };
}

const gatherMs = 250;
/**
 * Nothing reports writes by other programs. The server reads the file for each check, so a large file is checked less
 * often.
 */
const askAgain = { largeBytes: 1024 * 1024, ms: 10_000, largeMs: 60_000 };

/**
 * Opens a file and, while `active`, checks whether it changed on disk: when the window regains focus, on events from
 * the server, and every few seconds while the window is focused.
 */
export function useFileDocument(
  { area, path }: FileLocation,
  active: boolean,
): { document: FileDocument; state: DocumentState } {
  const api = useApi();
  const document = useMemo(() => new FileDocument(fileRequests(api, { area, path })), [api, area, path]);
  const state = useSyncExternalStore(document.onChange, document.state);
  useEffect(() => void document.load(), [document]);
  useRefresh(document, active);
  useKeepPolling(document, active && state.phase === "open" ? state.open.details.size : null);
  useLivePoll({ document, area, active });
  return { document, state };
}

function useRefresh(document: FileDocument, active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const check = () => globalThis.document.visibilityState === "visible" && void document.check();
    check();
    addEventListener("focus", check);
    globalThis.document.addEventListener("visibilitychange", check);
    return () => {
      removeEventListener("focus", check);
      globalThis.document.removeEventListener("visibilitychange", check);
    };
  }, [document, active]);
}

function useKeepPolling(document: FileDocument, size: number | null): void {
  const ms = size === null ? null : size > askAgain.largeBytes ? askAgain.largeMs : askAgain.ms;
  useEffect(() => {
    if (ms === null) return;
    const check = () => globalThis.document.visibilityState === "visible" && void document.check();
    const timer = setInterval(check, ms);
    return () => clearInterval(timer);
  }, [document, ms]);
}

/**
 * Checks the file after live events. An event names the area, not the file, and a run may have written a file
 * too. One check covers many events.
 */
function useLivePoll(
  { document, area, active }: { document: FileDocument; area: FileLocation["area"]; active: boolean },
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveEvent((event) => {
    if (!active || (event.topic !== area && event.type !== "run:finished")) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void document.check(), gatherMs);
  });
}
