// One file that is open: what was read, what is on disk now, what happened to the last save. The text one types is the editor's;
// nothing here ever replaces it by itself.

import { isUnreachable } from "./api_problem.ts";
import { type FileRequests, isMissing, isStale, type SaveOver } from "./file_requests.ts";
import type { FileContent, FileDetails } from "../../server/contract/files.ts";

export interface OpenText {
  /** What was read, or saved last. */
  details: FileDetails;
  /** The text as it was read, or saved last. */
  text: string;
  format: "text" | "binary";
  /** Grows whenever a text was read that the editor does not have yet. */
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

  /** Reads the file for the first time, or after that failed; `force` reads what is no text. */
  async load({ force = false } = {}): Promise<void> {
    this.#become({ phase: "loading" });
    try {
      this.adopt(await this.#requests.read({ force }));
    } catch (error) {
      this.#become(phaseOf(error));
    }
  }

  /** Reads an open file anew, which stays open when that fails. Throws what the panel says. */
  async reload(): Promise<void> {
    this.adopt(await this.#requests.read({ force: this.#open()?.open.format === "binary" }));
  }

  /** Takes a content as what is open now. */
  adopt(read: FileContent): void {
    const { content, format, ...details } = read;
    if (content === null) return this.#become({ phase: "binary" });
    this.#revision++;
    const open: OpenText = { details, text: content, format, revision: this.#revision };
    this.#become({ phase: "open", open, onDisk: "same", saving: "no", theirs: null });
  }

  /** Saves a text over what was read, or over what one has been shown. Throws what is neither a conflict nor a lost connection. */
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

  /** Looks whether the file on disk is still what was read. */
  async check(): Promise<void> {
    const before = this.#open();
    if (!before || this.#looking || before.saving === "yes") return;
    this.#looking = true;
    const onDisk = await this.#requests.stat().then(
      ({ etag }): OnDisk => etag === before.open.details.etag ? "same" : "changed",
      (error): OnDisk | null => isMissing(error) ? "gone" : null, // what cannot be asked has not changed
    );
    this.#looking = false;
    const now = this.#open();
    // A save in between has made the question old.
    if (!now || onDisk === null || now.saving === "yes" || now.open.details !== before.open.details) return;
    if (now.onDisk !== onDisk) {
      this.#become({ ...now, onDisk, theirs: onDisk === "changed" ? now.theirs : null });
    }
  }

  /** Reads what is on disk, to be shown beside what is open. Throws what the panel says. */
  async readTheirs(): Promise<void> {
    try {
      const theirs = await this.#requests.read();
      this.#merge(() => ({ theirs, onDisk: "changed" }));
    } catch (error) {
      if (!isMissing(error)) throw error;
      this.#merge(() => ({ theirs: null, onDisk: "gone" }));
    }
  }

  /** Puts the other's text away without deciding. */
  hideTheirs(): void {
    this.#merge(() => ({ theirs: null }));
  }

  /** Says that what is open was written over a content that is not the newest: a draft of before. */
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
    const { content: _same, format: _kind, ...details } = now.theirs; // somebody saved the very same
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
