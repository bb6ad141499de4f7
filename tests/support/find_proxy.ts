import { existsSync } from "node:fs";
import { join } from "node:path";
import { findProgram } from "./find_chromium.ts";

export const proxyNames = ["nginx", "caddy", "apache2"] as const;
export type ProxyName = (typeof proxyNames)[number];

/** Debian's packages with each of them. */
export const proxyPackages: Readonly<Record<ProxyName, readonly string[]>> = {
  nginx: ["nginx"],
  caddy: ["caddy"],
  apache2: ["apache2-bin", "libapr1", "libaprutil1"],
};

/** Where the test command unpacks proxies that are not installed. */
export const proxiesFolder: string = join(import.meta.dirname!, "..", "..", "dist", "proxies");

/** Finds a reverse proxy: an installed one, or one that the test command unpacked. Returns null when there is none. */
export function findProxy(name: ProxyName): string | null {
  // Debian installs nginx where only root has it on the PATH.
  const folders = ["/usr/sbin", join(proxiesFolder, "usr/sbin"), join(proxiesFolder, "usr/bin")];
  return findProgram([name]) ?? folders.map((folder) => join(folder, name)).find(existsSync) ?? null;
}
