// Secrets at rest: AES-256-GCM with a key stored beside the data in its own file, so that the database alone, or a copy of
// it, reveals nothing.
import { syncPath } from "./files/durable_file.ts";
import { errorCode } from "./files/file_errors.ts";
import { AppError } from "../contract/app_error.ts";
import { trimEnd } from "../contract/trim_end.ts";
import { Buffer } from "node:buffer";
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  randomUUID,
} from "node:crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** What is sealed: text sealed for one purpose cannot be opened for another. */
export type SealPurpose =
  | "variable"
  | "subscription"
  | "setting"
  | "second_factor"
  | "identity_provider"
  | "session"
  | "backup"
  | "run"
  | "notification"
  | "webhook"
  | "trigger"
  | "key";

/** Thrown when a text cannot be opened or sealed. */
export class SealError extends Error {
  override readonly name = "SealError";
  /**
   * `key_missing`: no key file; `key_wrong`: another key, or no valid key in the file; `damaged`: the sealed text was
   * modified.
   */
  readonly reason: "key_missing" | "key_wrong" | "damaged";

  constructor(reason: SealError["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/** What is wrong with a key file; `other`: it contains the key of other data. */
export type KeyProblem = "missing" | "unreadable" | "malformed" | "other";

/** Name of the key file in the data folder. */
export const KEY_FILE = "secret.key";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_NAME_CHARACTERS = 8;
const SEALED = /^s1:([0-9a-f]{8}):([A-Za-z0-9+/]*={0,2})$/;

/**
 * Seals and opens text with the key of one data folder, or that of several machines, which is created when something is sealed
 * for the first time.
 */
export class Sealer {
  readonly file: string;
  #key: Uint8Array | null = null;

  constructor(dataFolder: string, keyFile: string = join(dataFolder, KEY_FILE)) {
    this.file = keyFile;
  }

  /** Returns why the key file contains no key that this process can read; null when it does. */
  findProblem(): Exclude<KeyProblem, "other"> | null {
    try {
      return this.#readKey() === null ? "missing" : null;
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      return error.reason === "key_missing" ? "unreadable" : "malformed";
    }
  }

  /** Returns whether the key opens a text that was sealed for this purpose. */
  opens(sealed: string, purpose: SealPurpose): boolean {
    try {
      this.open(sealed, purpose);
      return true;
    } catch (error) {
      if (error instanceof SealError) return false;
      throw error;
    }
  }

  /** Creates the key unless there is one. Throws `SealError` and file system errors. */
  ensureKey(): void {
    if (this.#readKey() === null) this.#makeKey();
  }

  /**
   * Seals a text as `s1:<key name>:<base64 of nonce, ciphertext, tag>`. Throws `SealError` when the key file contains no
   * valid key.
   */
  seal(text: string, purpose: SealPurpose): string {
    const key = this.#readKey() ?? this.#makeKey();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(associated(purpose));
    const parts = [nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
    return `s1:${nameOf(key)}:${Buffer.concat(parts).toString("base64")}`;
  }

  /** Opens a text that was sealed for the same purpose. Throws `SealError`. */
  open(sealed: string, purpose: SealPurpose): string {
    const [, keyName, base64 = ""] = SEALED.exec(sealed) ?? [];
    if (keyName === undefined) throw new SealError("damaged");
    const key = this.#readKey();
    if (key === null) throw new SealError("key_missing");
    if (nameOf(key) !== keyName) throw new SealError("key_wrong");
    const bytes = Buffer.from(base64, "base64");
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(associated(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    } catch {
      throw new SealError("damaged");
    }
  }

  /** Returns a key for another purpose, the same on every machine that has the key. Throws as `seal`. */
  deriveKey(purpose: string): Uint8Array {
    const key = this.#readKey() ?? this.#makeKey();
    return createHmac("sha256", key).update(`sundial ${purpose}`).digest();
  }

  #readKey(): Uint8Array | null {
    if (this.#key !== null) return this.#key;
    let found: Uint8Array;
    try {
      found = readFileSync(this.file);
    } catch (error) {
      if (errorCode(error) === "ENOENT") return null;
      throw new SealError("key_missing");
    }
    if (found.length !== KEY_BYTES) throw new SealError("key_wrong");
    return this.#key = found;
  }

  // Hard-linked to its path, which fails when a file exists there: a key is never overwritten. One that another machine has
  // made meanwhile is used.
  #makeKey(): Uint8Array {
    const draft = `${this.file}.${randomUUID()}`;
    const descriptor = openSync(draft, "wx", 0o600);
    try {
      writeSync(descriptor, randomBytes(KEY_BYTES));
      fsyncSync(descriptor);
      linkSync(draft, this.file);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    } finally {
      closeSync(descriptor);
      unlinkSync(draft);
    }
    syncPath(dirname(this.file));
    const key = this.#readKey();
    if (key === null) throw new SealError("key_missing");
    return key;
  }
}

/** Returns the name of the key in a file, which distinguishes keys without revealing them; null when there is none. */
export function readKeyName(keyFile: string): string | null {
  try {
    return nameOf(readFileSync(keyFile));
  } catch {
    return null;
  }
}

/** Returns whether users other than its owner have permissions on a key file. */
export function isOpenToOthers(keyFile: string): boolean {
  const stats = statSync(keyFile, { throwIfNoEntry: false });
  return stats !== undefined && (stats.mode & 0o077) !== 0;
}

/** Returns the size in bytes of the sealed text, without opening it. */
export function sealedTextBytes(sealed: string): number {
  const base64 = sealed.slice(sealed.lastIndexOf(":") + 1);
  const bytes = base64.length / 4 * 3 - (base64.length - trimEnd(base64, "=").length);
  return bytes - NONCE_BYTES - TAG_BYTES;
}

function nameOf(key: Uint8Array): string {
  return createHash("sha256").update(key).digest("hex").slice(0, KEY_NAME_CHARACTERS);
}

function associated(purpose: SealPurpose): Uint8Array {
  return new TextEncoder().encode(`sundial:s1:${purpose}`);
}

/** Runs an action that opens or seals, also one that returns a promise; a `SealError` becomes `secret_key_wrong`. */
export function withSealErrors<T>(action: () => T): T {
  try {
    const result = action();
    return result instanceof Promise ? result.catch(throwAsAppError) as T : result;
  } catch (error) {
    return throwAsAppError(error);
  }
}

function throwAsAppError(error: unknown): never {
  if (error instanceof SealError) throw new AppError("secret_key_wrong", { file: KEY_FILE });
  throw error;
}
