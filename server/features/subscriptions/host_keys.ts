import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { readSubscriptionAddress } from "../../contract/subscription_address.ts";
import type { HostKeys } from "../../contract/subscriptions.ts";
import { fingerprint } from "../../platform/git/ssh_key.ts";
import { hostKeyName } from "../../platform/git/ssh_program.ts";

/**
 * Remembers the host key of each server from the first connection; ssh adds to the file and rejects a server
 * with a different key.
 */
export class RememberedHosts {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Returns the known keys for the host of an address; null if the address has no host. */
  list(url: string): HostKeys | null {
    const host = hostOf(url);
    if (host === null) return null;
    const keys = this.#lines().map((line) => line.split(" ")).filter(([name]) => name === host);
    return { host, keys: keys.map(([, type = "", key = ""]) => ({ type, fingerprint: fingerprint(key) })) };
  }

  /**
   * Deletes the known keys for the host of an address, so that the next connection stores the new key.
   * Returns false if there were none.
   */
  forget(url: string): boolean {
    const host = hostOf(url);
    const lines = this.#lines();
    const left = lines.filter((line) => line.split(" ", 1)[0] !== host);
    if (host === null || left.length === lines.length) return false;
    writeFileSync(`${this.#file}.new`, left.map((line) => `${line}\n`).join(""), { mode: 0o600 });
    chmodSync(`${this.#file}.new`, 0o600);
    renameSync(`${this.#file}.new`, this.#file);
    return true;
  }

  #lines(): string[] {
    try {
      return readFileSync(this.#file, "utf8").split("\n").filter((line) => line.trim() !== "");
    } catch {
      return [];
    }
  }
}

function hostOf(url: string): string | null {
  const address = readSubscriptionAddress(url);
  return address?.protocol === "ssh" ? hostKeyName(address.host, address.port) : null;
}
