import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { readSubscriptionAddress } from "../../contract/subscription_address.ts";
import type { HostKeys } from "../../contract/subscriptions.ts";
import type { Database, Tx } from "../../engine/store.ts";
import { Turns } from "../../platform/files/turns.ts";
import { fingerprint } from "../../platform/git/ssh_key.ts";
import { hostKeyName } from "../../platform/git/ssh_program.ts";
import { storedJson } from "../../platform/stored_json.ts";

/** Settings row with the host keys of all panels, as lines of the file. */
const SETTING = "hostKeys";

export interface RememberedHostsOptions {
  /** The file that ssh reads and adds to. */
  file: string;
  /** The database of several panels, which share what they know; null for a single machine. */
  shared: Database | null;
}

/**
 * Remembers the host key of each server from the first connection; ssh adds to the file and rejects a server
 * with a different key.
 */
export class RememberedHosts {
  readonly file: string;
  readonly #shared: Database | null;
  readonly #turns = new Turns();
  /** The lines that the panels shared at the last exchange; undefined before the first. */
  #known: readonly string[] | undefined;

  constructor({ file, shared }: RememberedHostsOptions) {
    this.file = file;
    this.#shared = shared;
  }

  /**
   * Exchanges keys with the other panels: adds those that ssh has stored since the last time, and removes those that were
   * forgotten. Call before a pull and after it. Throws database and file system errors.
   */
  async share(): Promise<void> {
    // A single machine has only its file.
    if (this.#shared !== null) await this.#exchange((lines) => lines);
  }

  /** Returns the known keys for the host of an address; null if the address has no host. */
  async list(url: string): Promise<HostKeys | null> {
    const host = hostOf(url);
    if (host === null) return null;
    await this.share();
    const keys = this.#lines().map((line) => line.split(" ")).filter(([name]) => name === host);
    return { host, keys: keys.map(([, type = "", key = ""]) => ({ type, fingerprint: fingerprint(key) })) };
  }

  /**
   * Deletes the known keys for the host of an address, so that the next connection stores the new key.
   * Returns false if there were none.
   */
  async forget(url: string): Promise<boolean> {
    const host = hostOf(url);
    if (host === null) return false;
    let count = 0;
    await this.#exchange((lines) => {
      const left = lines.filter((line) => line.split(" ", 1)[0] !== host);
      count = lines.length - left.length;
      return left;
    });
    return count > 0;
  }

  async #exchange(change: (lines: readonly string[]) => readonly string[]): Promise<void> {
    const shared = this.#shared;
    if (shared === null) return this.#write(change(this.#lines()));
    await this.#turns.take(async () => {
      const lines = await shared.transaction().execute(async (tx) => {
        const stored = await readShared(tx);
        const known = this.#known ?? (stored === null ? [] : this.#lines());
        const added = this.#lines().filter((line) => !known.includes(line));
        const next = change([...new Set([...stored ?? [], ...added])]);
        if (stored === null || next.length !== stored.length || next.some((line) => !stored.includes(line))) {
          await writeShared(tx, next);
        }
        return next;
      });
      this.#write(lines);
      this.#known = lines;
    });
  }

  // Left alone when nothing changes: ssh may be about to add to it.
  #write(lines: readonly string[]): void {
    const present = this.#lines();
    if (lines.length === present.length && lines.every((line) => present.includes(line))) return;
    writeFileSync(`${this.file}.new`, lines.map((line) => `${line}\n`).join(""), { mode: 0o600 });
    chmodSync(`${this.file}.new`, 0o600);
    renameSync(`${this.file}.new`, this.file);
  }

  #lines(): string[] {
    try {
      return readFileSync(this.file, "utf8").split("\n").filter((line) => line.trim() !== "");
    } catch {
      return [];
    }
  }
}

async function readShared(tx: Tx): Promise<readonly string[] | null> {
  const row = await tx.selectFrom("setting").select("value_json").where("name", "=", SETTING)
    .executeTakeFirst();
  return row === undefined ? null : storedJson<string[]>(row.value_json, []);
}

async function writeShared(tx: Tx, lines: readonly string[]): Promise<void> {
  const value_json = JSON.stringify(lines);
  await tx.insertInto("setting").values({ name: SETTING, value_json })
    .onConflict((on) => on.column("name").doUpdateSet({ value_json })).execute();
}

function hostOf(url: string): string | null {
  const address = readSubscriptionAddress(url);
  return address?.protocol === "ssh" ? hostKeyName(address.host, address.port) : null;
}
