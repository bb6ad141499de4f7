// Files on their way to the panel, a few at a time, each with its own progress. Pure but for what it is given to send with.

import type { DroppedFile } from "../../../../ui/data/tree/read_drop.ts";

export type UploadState = "waiting" | "sending" | "asking" | "done" | "failed" | "skipped" | "cancelled";
export type Existing = "refuse" | "replace" | "keep";

export interface Upload {
  id: number;
  /** The folder it was given for, and its own place below that. */
  folder: string;
  path: string;
  size: number;
  sent: number;
  state: UploadState;
  /** Why it failed, in words. */
  error: string | null;
}

export interface Refusal {
  code: string;
  text: string;
}

export interface UploadWays {
  /** Sends one file, or makes an empty folder where there is none; gives null when it is there. Throws when it was called off. */
  send(
    upload: Upload,
    options: {
      file: File | null;
      existing: Existing;
      onProgress: (sent: number) => void;
      signal: AbortSignal;
    },
  ): Promise<Refusal | null>;
  /** Told when all that was given has come to an end. */
  onIdle(uploads: readonly Upload[]): void;
}

const atOnce = 2;
const ended: readonly UploadState[] = ["done", "failed", "skipped", "cancelled"];

/** Tells whether nothing more happens to an upload. */
export function isEnded({ state }: Upload): boolean {
  return ended.includes(state);
}

/** Finds what is asked about: the one of before for as long as it waits for its answer, whichever come to wait beside it. */
export function findAsking(uploads: readonly Upload[], before: number | null): Upload | undefined {
  const asking = uploads.filter(({ state }) => state === "asking");
  return asking.find(({ id }) => id === before) ?? asking[0];
}

/** Sends what it is given in order; a name that is taken waits for an answer, which may hold for all that follow. */
export class UploadQueue {
  #ways: UploadWays;
  #uploads: readonly Upload[] = [];
  #files = new Map<number, File | null>();
  #calls = new Map<number, AbortController>();
  #forAll: Existing | "skip" | null = null;
  #lastId = 0;
  #busy = false;
  #listeners = new Set<() => void>();

  constructor(ways: UploadWays) {
    this.#ways = ways;
  }

  list = (): readonly Upload[] => this.#uploads;

  onChange = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(files: readonly DroppedFile[], folder: string): void {
    if (files.length === 0) return;
    if (this.#uploads.every(isEnded)) this.#begin();
    const added = files.map(({ path, file }): Upload => {
      const id = ++this.#lastId;
      this.#files.set(id, file);
      return { id, folder, path, size: file?.size ?? 0, sent: 0, state: "waiting", error: null };
    });
    this.#become([...this.#uploads, ...added]);
    this.#next();
  }

  /** Says what is to be done with a file whose name is taken. */
  result(id: number, choice: Exclude<Existing, "refuse"> | "skip", forAll: boolean): void {
    if (forAll) this.#forAll = choice;
    const asking = this.#uploads.filter((one) => one.state === "asking" && (forAll || one.id === id));
    for (const one of asking) this.#settle(one.id, choice);
    this.#next();
  }

  cancel(id: number): void {
    this.#calls.get(id)?.abort();
    this.#change(id, (one) => isEnded(one) ? one : { ...one, state: "cancelled" });
    this.#next();
  }

  cancelAll(): void {
    for (const { id } of this.#uploads.filter((one) => !isEnded(one))) this.cancel(id);
  }

  /** Tries once more what failed. */
  retry(id: number): void {
    this.#change(
      id,
      (one) => one.state === "failed" ? { ...one, state: "waiting", sent: 0, error: null } : one,
    );
    this.#next();
  }

  /** Forgets what has come to an end. */
  clear(): void {
    this.#become(this.#uploads.filter((one) => !isEnded(one)));
  }

  #begin(): void {
    this.#forAll = null;
    this.#files.clear();
    this.#uploads = [];
  }

  #next(): void {
    const busy = !this.#uploads.every(isEnded);
    const sending = this.#uploads.filter(({ state }) => state === "sending").length;
    const waiting = this.#uploads.filter(({ state }) => state === "waiting").slice(
      0,
      Math.max(0, atOnce - sending),
    );
    for (const one of waiting) void this.#send(one, "refuse");
    if (this.#busy && !busy) this.#ways.onIdle(this.#uploads);
    this.#busy = busy;
  }

  async #send(upload: Upload, existing: Existing): Promise<void> {
    const { id } = upload;
    const call = new AbortController();
    this.#calls.set(id, call);
    this.#change(id, (one) => ({ ...one, state: "sending", sent: 0 }));
    try {
      const refusal = await this.#ways.send(upload, {
        file: this.#files.get(id) ?? null,
        existing,
        onProgress: (sent) => this.#change(id, (one) => ({ ...one, sent })),
        signal: call.signal,
      });
      if (!call.signal.aborted) this.#heard(id, refusal);
    } catch (error) {
      if (!call.signal.aborted) this.#fail(id, error instanceof Error ? error.message : String(error));
    }
    this.#calls.delete(id);
    this.#next();
  }

  #heard(id: number, refusal: Refusal | null): void {
    if (refusal === null) return this.#change(id, (one) => ({ ...one, state: "done", sent: one.size }));
    if (refusal.code !== "already_exists") return this.#fail(id, refusal.text);
    if (this.#forAll) return this.#settle(id, this.#forAll);
    this.#change(id, (one) => ({ ...one, state: "asking" }));
  }

  #settle(id: number, choice: Existing | "skip"): void {
    if (choice === "skip") return this.#change(id, (one) => ({ ...one, state: "skipped" }));
    const upload = this.#uploads.find((one) => one.id === id);
    if (upload) void this.#send(upload, choice);
  }

  #fail(id: number, error: string): void {
    this.#change(id, (one) => ({ ...one, state: "failed", error }));
  }

  #change(id: number, change: (upload: Upload) => Upload): void {
    this.#become(this.#uploads.map((one) => one.id === id ? change(one) : one));
  }

  #become(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    for (const listener of this.#listeners) listener();
  }
}
