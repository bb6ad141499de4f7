import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import { accountLimits } from "../../contract/limits/account.ts";
import type { Base } from "../../engine/base.ts";
import type { Clock } from "../../platform/clock.ts";
import { isHash } from "../../platform/files/stored_contents.ts";
import type { SharedContents } from "../../platform/files/shared_contents.ts";
import { Turns } from "../../platform/files/turns.ts";
import { WorkerQueries } from "../../platform/worker_queries.ts";
import { accountUpdated, avatarAddress, getAccount, updateAccount } from "./account_store.ts";
import type { PictureResult } from "./picture_worker.ts";
import type { PictureError } from "./redraw_picture.ts";

const TIME_LIMIT_MS = 20_000;
const MAX_WAITING = 8;
/** Many times the size of a redrawn picture (bytes). */
const MAX_BYTES = 4 * 1024 * 1024;
const RETRY_SECONDS = 5;

export interface AvatarOptions extends Pick<Base, "db" | "clock" | "bus"> {
  /** Directory of the pictures; created with the first one. */
  folder: string;
  /** Also gets them, and has those that other nodes stored. */
  shared?: SharedContents | undefined;
}

/**
 * Stores the pictures of accounts: each file is named by the hash of its content, so account and file never
 * disagree.
 */
export class Avatars {
  // Serialized, because cleaning up would otherwise delete a file that is just being added.
  readonly #turns = new Turns();
  readonly #pictures: Pictures;

  constructor(private readonly options: AvatarOptions) {
    this.#pictures = new Pictures(options.clock);
  }

  /** Returns the picture of an account as PNG. Throws `not_found`. */
  async read(accountId: number): Promise<{ png: Uint8Array<ArrayBuffer>; address: string }> {
    const { db, folder, shared } = this.options;
    const { avatar_hash } = await getAccount(db, accountId);
    const address = avatarAddress(avatar_hash);
    if (avatar_hash === null || address === null) throw new AppError("not_found");
    const png = isHash(avatar_hash)
      ? await readFile(join(folder, fileOf(avatar_hash))).catch(() => null) ??
        await shared?.read(avatar_hash, MAX_BYTES) ?? null
      : null;
    if (png === null) throw new AppError("not_found");
    return { png: new Uint8Array(png), address };
  }

  /** Redraws and stores a picture; returns its URL. Throws what `Pictures.redraw` throws. */
  async put(accountId: number, bytes: Uint8Array, signal: AbortSignal): Promise<string> {
    const { folder, shared } = this.options;
    const png = await this.#pictures.redraw(bytes, signal);
    const hash = createHash("sha256").update(png).digest("hex");
    await shared?.put(hash, png);
    await this.#turns.take(async () => {
      await writeWhole(folder, fileOf(hash), png);
      await this.#set(accountId, hash);
    });
    return avatarAddress(hash)!;
  }

  remove(accountId: number): Promise<void> {
    return this.#turns.take(() => this.#set(accountId, null));
  }

  async #set(accountId: number, avatar_hash: string | null): Promise<void> {
    const { db, bus, clock } = this.options;
    await updateAccount(db, accountId, { avatar_hash }, clock.now());
    bus.publish(accountUpdated(accountId, clock.now()));
    await this.#sweep();
  }

  async #sweep(): Promise<void> {
    const { db, folder } = this.options;
    const rows = await db.selectFrom("account").select("avatar_hash").execute();
    const stored = new Set(
      rows.flatMap(({ avatar_hash }) => avatar_hash === null ? [] : [fileOf(avatar_hash)]),
    );
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter((one) => !stored.has(one))) {
      await unlink(join(folder, name)).catch(() => {});
    }
  }
}

function fileOf(hash: string): string {
  return `${hash}.png`;
}

// Writes and syncs a temporary file, then renames it: after a crash there is the whole file or none.
async function writeWhole(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${randomUUID()}`);
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, name));
}

/** Redraws pictures, each in its own worker, one at a time. */
class Pictures {
  readonly #queries: WorkerQueries;
  // One picture takes more than 100 MB, and a file of a kilobyte can cause that.
  readonly #turns = new Turns();

  #waiting = 0;

  constructor(clock: Clock) {
    this.#queries = new WorkerQueries(clock);
  }

  /** Redraws a PNG or JPEG as a PNG of 256 × 256. Throws an issue, `too_many_requests`, or the signal's reason. */
  async redraw(bytes: Uint8Array, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const start = () => new Worker(new URL("./picture_worker.ts", import.meta.url), { type: "module" });
    const late = () => refusal("broken");
    const order = { timeLimitMs: TIME_LIMIT_MS, bytes };
    const check = () => this.#queries.run<PictureResult>({ start, order, late }, signal);
    if (this.#waiting >= MAX_WAITING) throw new AppError("too_many_requests", { seconds: RETRY_SECONDS });
    this.#waiting++;
    const result = await this.#turns.take(check).finally(() => this.#waiting--);
    if ("rejected" in result) throw refusal(result.rejected);
    return result.png;
  }
}

function refusal(reason: PictureError["reason"]): AppError {
  const issue = reason === "broken" ? { path: "picture", code: "not_a_picture" as const } : {
    path: "picture",
    code: "picture_too_large" as const,
    params: { max: accountLimits.pictureMegapixels },
  };
  return new AppError("validation_failed", { count: 1 }, [issue]);
}
