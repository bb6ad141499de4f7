// Packs the diagnostics for support into one archive without any secrets: only settings that contain none,
// counts instead of contents, and the end of the panel's log with all known secrets masked.
import { Buffer } from "node:buffer";
import { Masker } from "../../platform/masking/masker.ts";
import { secretForms } from "../../platform/masking/secret_forms.ts";

const MAX_LOG_BYTES = 2 * 1024 * 1024;
/** Shorter secrets appear everywhere by chance. */
const SHORTEST_SECRET = 4;

export interface DiagnosticsSources {
  /** Details by file name. */
  details(): Promise<Record<string, unknown>>;
  /** The panel's log, oldest first. */
  log(): AsyncIterable<Uint8Array>;
  /** Every secret that can be decrypted. */
  secrets(): Promise<string[]>;
}

/** Packs the archive as `.tar.gz`. */
export async function packDiagnostics(
  { details, log, secrets }: DiagnosticsSources,
  at: number,
): Promise<Uint8Array> {
  const hidden = (await secrets()).filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(secretForms);
  const files: [string, Uint8Array][] = Object.entries(await details()).map(([name, value]) => [
    `${name}.json`,
    new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`),
  ]);
  files.push(["system-log.jsonl", await tailOf(log())]);
  const { default: tar } = await import("tar-stream");
  const archive = tar.pack();
  for (const [name, content] of files) {
    const bytes = mask(content, hidden);
    archive.entry(
      { name: `sundial-diagnostics/${name}`, mtime: new Date(at), mode: 0o600 },
      Buffer.from(bytes),
    );
  }
  archive.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of archive) chunks.push(chunk as Uint8Array); // a pack yields bytes
  const plain = new Blob([Buffer.concat(chunks)]).stream();
  return new Uint8Array(await new Response(plain.pipeThrough(new CompressionStream("gzip"))).arrayBuffer());
}

function mask(content: Uint8Array, hidden: readonly Uint8Array[]): Uint8Array {
  const masker = new Masker(hidden);
  // Its result is valid only until the next call.
  const first = masker.push(content).map((part) => Buffer.from(part));
  return Buffer.concat([...first, ...masker.end()]);
}

async function tailOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let tail = Buffer.alloc(0);
  for await (const chunk of chunks) {
    tail = Buffer.from(Buffer.concat([tail, chunk]).subarray(-MAX_LOG_BYTES));
  }
  const cut = tail.length < MAX_LOG_BYTES ? 0 : tail.indexOf("\n") + 1;
  return tail.subarray(cut);
}
