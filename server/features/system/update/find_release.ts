import { Buffer } from "node:buffer";
import type { ConnectOptions } from "../../../platform/outbound/connect.ts";
import { getWeb } from "../../../platform/outbound/web_request.ts";
import {
  MAX_MANIFEST_BYTES,
  openRelease,
  ReleaseError,
  type ReleaseManifest,
  type Trust,
} from "../../../platform/release/manifest.ts";

/** How the panel connects to fetch releases. */
export type Line = Omit<ConnectOptions, "signal">;

const AGENT = { "user-agent": "sundial", "cache-control": "no-cache" };

export interface FoundRelease {
  manifest: ReleaseManifest;
  /** The final URL after redirects: the URLs of files may be relative to it. */
  at: URL;
}

/** Fetches and verifies the manifest of the latest release. Throws `ReleaseError` and what `getWeb` throws. */
export async function findRelease(
  address: string,
  { line, trust, signal }: { line: Line; trust: Trust; signal: AbortSignal },
): Promise<FoundRelease> {
  const { url, message } = await getWeb(new URL(address), { ...line, signal, login: null, headers: AGENT });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += chunk.length;
    if (size > MAX_MANIFEST_BYTES * 2) throw new ReleaseError("manifest_unreadable", "too long");
    chunks.push(chunk);
  }
  return { manifest: openRelease(Buffer.concat(chunks).toString("utf8"), trust), at: url };
}
