// Contents that several machines share, in the database by their SHA-256.
//
// A content may be removed when nothing refers to it. Whoever is about to refer to one that is already there must not lose
// it meanwhile, so its age counts: each user renews it (`missing`, `renew`) before it is referred to, and only contents
// that are older than the grace period are removed, by a statement that checks the age again. The period is long because
// the clocks of the machines may differ.
import { createHash } from "node:crypto";
import { gunzip, gzip } from "node:zlib";
import { promisify } from "node:util";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../engine/store.ts";

/** Maximum size of a file that is shared (bytes). */
export const MAX_BLOB_BYTES = 5 * 1024 * 1024;
/** Maximum size of a manifest (bytes): about 200,000 files. */
export const MAX_MANIFEST_BYTES = 32 * 1024 * 1024;
/** Contents younger than this are not removed, even if nothing refers to them. */
export const BLOB_GRACE_MS = 24 * 60 * 60 * 1000;

/** Values in one statement: databases limit them. */
const AT_ONCE = 500;
/** Bytes read by one statement. */
const BATCH_BYTES = 8 * 1024 * 1024;
const BATCH_ROWS = 64;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Thrown for a file that is too large to be shared; the message names it. */
export class FileTooLargeError extends Error {
  override readonly name = "FileTooLargeError";

  constructor(readonly path: string, limit: number) {
    super(`${JSON.stringify(path)} is larger than ${limit / 1024 / 1024} MiB and cannot be shared`);
  }
}

/** Thrown when a stored content is missing, or is not what was stored. */
export class BlobError extends Error {
  override readonly name = "BlobError";

  constructor(hash: string, problem: "missing" | "damaged", options?: ErrorOptions) {
    super(`the stored content ${hash} is ${problem}`, options);
  }
}

export interface BlobRef {
  hash: string;
  /** Uncompressed size in bytes. */
  size: number;
}

/** A content to store; `path` names it in errors. */
export interface NewBlob {
  path: string;
  bytes: Uint8Array;
}

export class BlobStore {
  constructor(private readonly options: { db: Database; clock: Pick<Clock, "now"> }) {}

  /** Stores contents in one statement; keep them to a few MiB. Returns them by path. Throws `FileTooLargeError`. */
  async put(contents: readonly NewBlob[], limit: number = MAX_BLOB_BYTES): Promise<Map<string, BlobRef>> {
    const refs = new Map<string, BlobRef>();
    const rows = new Map<string, { hash: string; size: number; content: Uint8Array; stored_at: number }>();
    for (const { path, bytes } of contents) {
      if (bytes.length > limit) throw new FileTooLargeError(path, limit);
      const ref = { hash: hashOfBytes(bytes), size: bytes.length };
      refs.set(path, ref);
      if (rows.has(ref.hash)) continue;
      rows.set(ref.hash, { ...ref, content: await compress(bytes), stored_at: this.options.clock.now() });
    }
    if (rows.size > 0) {
      // Sorted, so that two machines that store the same contents wait for each other in the same order.
      await this.options.db.insertInto("stored_blob").values([...rows.values()].sort(byHash))
        .onConflict((conflict) =>
          conflict.column("hash").doUpdateSet((eb) => ({
            stored_at: eb.ref("excluded.stored_at"),
            content: eb.ref("excluded.content"),
          }))
        ).execute();
    }
    return refs;
  }

  /** Reads a content. Throws `BlobError`. */
  async get(hash: string, limit: number = MAX_BLOB_BYTES): Promise<Uint8Array<ArrayBuffer>> {
    const row = await this.options.db.selectFrom("stored_blob").select("content").where("hash", "=", hash)
      .executeTakeFirst();
    if (!row) throw new BlobError(hash, "missing");
    return await unpack(hash, row.content, limit);
  }

  /** Reads contents, several at a time, in no particular order; yields an error for each that cannot be read. */
  async *getAll(
    refs: Iterable<BlobRef>,
  ): AsyncGenerator<{ hash: string; content: Uint8Array<ArrayBuffer> | BlobError }, void> {
    const sizes = new Map([...refs].map(({ hash, size }) => [hash, size]));
    for (const batch of inBatches(sizes)) {
      const rows = await this.options.db.selectFrom("stored_blob").select(["hash", "content"])
        .where("hash", "in", batch).execute();
      const contents = new Map(rows.map(({ hash, content }) => [hash, content]));
      for (const hash of batch) {
        const packed = contents.get(hash);
        contents.delete(hash);
        yield {
          hash,
          content: packed
            ? await unpack(hash, packed, MAX_BLOB_BYTES).catch(asBlobError)
            : new BlobError(hash, "missing"),
        };
      }
    }
  }

  /** Returns which contents are not stored; renews the others, so that they can be referred to from now on. */
  async missing(hashes: Iterable<string>): Promise<Set<string>> {
    const missing = new Set(hashes);
    for (const batch of chunksOf([...missing].sort(), AT_ONCE)) {
      await this.#renew(this.options.db, batch);
      const rows = await this.options.db.selectFrom("stored_blob").select("hash").where("hash", "in", batch)
        .execute();
      for (const { hash } of rows) missing.delete(hash);
    }
    return missing;
  }

  /** Starts the grace period of contents again. */
  async renew(tx: Tx, hashes: Iterable<string>): Promise<void> {
    for (const batch of chunksOf([...new Set(hashes)].sort(), AT_ONCE)) await this.#renew(tx, batch);
  }

  // At least half of the period is left afterwards; younger rows are spared the write and its lock.
  async #renew(db: Database, hashes: string[]): Promise<void> {
    const now = this.options.clock.now();
    await db.updateTable("stored_blob").set({ stored_at: now }).where("hash", "in", hashes)
      .where("stored_at", "<", now - BLOB_GRACE_MS / 2).execute();
  }

  /** Removes contents that are not among `used` and are older than the grace period; returns how many. */
  async removeUnused(used: ReadonlySet<string>, before: number): Promise<number> {
    const old = await this.options.db.selectFrom("stored_blob").select("hash").where("stored_at", "<", before)
      .execute();
    let removed = 0;
    for (const batch of chunksOf(old.map(({ hash }) => hash).filter((hash) => !used.has(hash)), AT_ONCE)) {
      // The age again: somebody may have renewed it since.
      const { numDeletedRows } = await this.options.db.deleteFrom("stored_blob").where("hash", "in", batch)
        .where("stored_at", "<", before).executeTakeFirstOrThrow();
      removed += Number(numDeletedRows);
    }
    return removed;
  }
}

/** Returns the SHA-256 of a content, as hex. */
export function hashOfBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function unpack(hash: string, packed: Uint8Array, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await decompress(packed, { maxOutputLength: limit }));
  } catch (cause) {
    throw new BlobError(hash, "damaged", { cause });
  }
  if (hashOfBytes(bytes) !== hash) throw new BlobError(hash, "damaged");
  return bytes;
}

function asBlobError(error: unknown): BlobError {
  if (error instanceof BlobError) return error;
  throw error;
}

function byHash(a: BlobRef, b: BlobRef): number {
  return a.hash < b.hash ? -1 : 1;
}

function* inBatches(sizes: ReadonlyMap<string, number>): Generator<string[], void> {
  let [batch, bytes]: [string[], number] = [[], 0];
  for (const [hash, size] of sizes) {
    if (batch.length === BATCH_ROWS || batch.length > 0 && bytes + size > BATCH_BYTES) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(hash);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

function* chunksOf<T>(items: readonly T[], size: number): Generator<T[], void> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
