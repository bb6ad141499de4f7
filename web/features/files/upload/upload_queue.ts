// Sends files to the server, a few at a time, each with its progress. Requests are injected.

import type { DroppedFile } from "../../../ui/data/tree/read_drop.ts";

type UploadState = "waiting" | "sending" | "asking" | "done" | "failed" | "skipped" | "cancelled";
export type Existing = "refuse" | "replace" | "keep";

export interface Upload {
  id: number;
  /** The target folder, and the path below it. */
  folder: string;
  path: string;
  size: number;
  sent: number;
  state: UploadState;
  /** Why it failed, as a message. */
  error: string | null;
}

export interface UploadRejection {
  code: string;
  text: string;
}

export interface UploadRequests {
  /** Sends one file, or creates an empty folder; resolves to null on success. Throws when cancelled. */
  send(
    upload: Upload,
    options: {
      file: File | null;
      existing: Existing;
      onProgress: (sent: number) => void;
      signal: AbortSignal;
    },
  ): Promise<UploadRejection | null>;
  onIdle(uploads: readonly Upload[]): void;
}

const atOnce = 2;
const ended: readonly UploadState[] = ["done", "failed", "skipped", "cancelled"];

export function isEnded({ state }: Upload): boolean {
  return ended.includes(state);
}

/** Finds the upload to ask about: the previous one as long as it waits for a decision, even if others wait too. */
export function findAsking(uploads: readonly Upload[], before: number | null): Upload | undefined {
  const asking = uploads.filter(({ state }) => state === "asking");
  return asking.find(({ id }) => id === before) ?? asking[0];
}

/** Sends files in order. An existing name waits for a decision, which can apply to all that follow. */
export class UploadQueue {
  #requests: UploadRequests;
  #uploads: readonly Upload[] = [];
  #files = new Map<number, File | null>();
  #calls = new Map<number, AbortController>();
  #forAll: Existing | "skip" | null = null;
  #lastId = 0;
  #busy = false;
  #listeners = new Set<() => void>();

  constructor(requests: UploadRequests) {
    this.#requests = requests;
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

  /** Sets the decision for a file whose name exists. */
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

  retry(id: number): void {
    this.#change(
      id,
      (one) => one.state === "failed" ? { ...one, state: "waiting", sent: 0, error: null } : one,
    );
    this.#next();
  }

  /** Removes ended uploads from the list. */
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
    if (this.#busy && !busy) this.#requests.onIdle(this.#uploads);
    this.#busy = busy;
  }

  async #send(upload: Upload, existing: Existing): Promise<void> {
    const { id } = upload;
    const call = new AbortController();
    this.#calls.set(id, call);
    this.#change(id, (one) => ({ ...one, state: "sending", sent: 0 }));
    try {
      const rejection = await this.#requests.send(upload, {
        file: this.#files.get(id) ?? null,
        existing,
        onProgress: (sent) => this.#change(id, (one) => ({ ...one, sent })),
        signal: call.signal,
      });
      if (!call.signal.aborted) this.#heard(id, rejection);
    } catch (error) {
      if (!call.signal.aborted) this.#fail(id, error instanceof Error ? error.message : String(error));
    }
    this.#calls.delete(id);
    this.#next();
  }

  #heard(id: number, rejection: UploadRejection | null): void {
    if (rejection === null) return this.#change(id, (one) => ({ ...one, state: "done", sent: one.size }));
    if (rejection.code !== "already_exists") return this.#fail(id, rejection.text);
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
