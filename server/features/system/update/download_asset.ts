// Downloads the file of a release, resuming where an earlier attempt or process stopped. The partial file is
// named after its expected content; its size and hash are verified at the end.
import { createHash } from "node:crypto";
import { createReadStream, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { type Clock, sleep } from "../../../platform/clock.ts";
import { getWeb } from "../../../platform/outbound/web_request.ts";
import {
  MAX_MANIFEST_BYTES,
  openRelease,
  type ReleaseAsset,
  ReleaseError,
  type ReleaseManifest,
  type Trust,
} from "../../../platform/release/manifest.ts";
import { updateProblemOf } from "./update_problem.ts";
import { Buffer } from "node:buffer";
import type { ConnectOptions } from "../../../platform/outbound/connect.ts";

/** Maximum number of consecutive attempts without progress. */
const MAX_IDLE_ATTEMPTS = 3;
const REST_MS = 1_000;
/** An attempt without data for this time is aborted, in ms. */
const STALL_MS = 30_000;
const AGENT = { "user-agent": "sundial", "cache-control": "no-cache" };

export interface DownloadOptions {
  line: Line;
  clock: Clock;
  signal: AbortSignal;
  onProgress(percent: number): void;
}

/** Downloads and verifies a file. Throws `ReleaseError`, and the errors of `getWeb` and the file system. */
export async function downloadAsset(
  { asset, url, path }: { asset: ReleaseAsset; url: URL; path: string },
  options: DownloadOptions,
): Promise<void> {
  for (let idle = 0; sizeOf(path) !== asset.size;) {
    const before = sizeOf(path);
    try {
      await fetchRest({ asset, url, path }, options);
    } catch (error) {
      options.signal.throwIfAborted();
      if (updateProblemOf(error) !== "unreachable") throw error;
      idle = sizeOf(path) > before ? 0 : idle + 1;
      if (idle >= MAX_IDLE_ATTEMPTS) throw new ReleaseError(before === 0 ? "unreachable" : "download_cut");
      await sleep(options.clock, REST_MS);
    }
  }
  await checkAsset(asset, path);
}

/** Verifies a file against the signed manifest and deletes it if it differs. Throws `ReleaseError`. */
async function checkAsset(asset: ReleaseAsset, path: string): Promise<void> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  if (sizeOf(path) === asset.size && hash.digest("hex") === asset.sha256) return;
  rmSync(path, { force: true });
  rmSync(tagPath(path), { force: true });
  throw new ReleaseError("download_wrong");
}

async function fetchRest(
  { asset, url, path }: { asset: ReleaseAsset; url: URL; path: string },
  { line, clock, signal, onProgress }: DownloadOptions,
): Promise<void> {
  const stalled = new AbortController();
  const wait = () => clock.after(STALL_MS, () => stalled.abort(new Error("the connection stalled")));
  let timer = wait();
  try {
    const { message } = await getWeb(url, {
      ...line,
      login: null,
      signal: AbortSignal.any([signal, stalled.signal]),
      headers: { "user-agent": "sundial", ...rangeOf(path) },
    });
    let at = startOf(message, path);
    writeFileSync(tagPath(path), message.headers.etag ?? "");
    await using file = await open(path, at === 0 ? "w" : "r+", 0o600);
    for await (const chunk of message as AsyncIterable<Uint8Array>) {
      timer.cancel();
      timer = wait();
      if (at + chunk.length > asset.size) throw refuse(path);
      await writeWhole(file, chunk, at);
      at += chunk.length;
      onProgress(at / asset.size * 100);
    }
    await file.sync();
    if (at < asset.size) throw new Error("the connection was closed early");
  } finally {
    timer.cancel();
  }
}

// Larger than signed: no part of it is worth resuming.
function refuse(path: string): ReleaseError {
  rmSync(path, { force: true });
  return new ReleaseError("download_wrong", "the file is larger than announced");
}

function rangeOf(path: string): Record<string, string> {
  const size = sizeOf(path);
  const tag = readTag(path);
  // Without a strong ETag, the rest might belong to another file.
  if (size === 0 || tag === "" || tag.startsWith("W/")) return {};
  return { range: `bytes=${size}-`, "if-range": tag };
}

function startOf({ statusCode, headers }: IncomingMessage, path: string): number {
  if (statusCode !== 206) return 0;
  const from = Number(/^bytes (\d+)-/.exec(headers["content-range"] ?? "")?.[1] ?? NaN);
  if (from !== sizeOf(path)) {
    throw new ReleaseError("bad_answer", "the response contains another range than requested");
  }
  return from;
}

async function writeWhole(
  file: Awaited<ReturnType<typeof open>>,
  chunk: Uint8Array,
  start: number,
): Promise<void> {
  for (let at = 0; at < chunk.length;) {
    at += (await file.write(chunk, at, chunk.length - at, start + at)).bytesWritten;
  }
}

function tagPath(path: string): string {
  return `${path}.tag`;
}

function readTag(path: string): string {
  try {
    return readFileSync(tagPath(path), "utf8");
  } catch {
    return "";
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** How the panel connects to fetch releases. */
export type Line = Omit<ConnectOptions, "signal">;

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
    if (size > MAX_MANIFEST_BYTES * 2) {
      throw new ReleaseError("manifest_unreadable", "the manifest is too large");
    }
    chunks.push(chunk);
  }
  return { manifest: openRelease(Buffer.concat(chunks).toString("utf8"), trust), at: url };
}
