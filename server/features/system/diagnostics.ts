// What somebody who helps wants to know, in one archive, and nothing that is anybody's secret: settings by the names that hold none,
// counts instead of contents, the newest of the panel's own log with every secret the panel knows hidden.
import { Buffer } from "node:buffer";
import { Masker } from "../../platform/masking/masker.ts";
import { secretForms } from "../../platform/masking/secret_forms.ts";

const MAX_LOG_BYTES = 2 * 1024 * 1024;
/** Shorter ones stand everywhere by chance. */
const SHORTEST_SECRET = 4;

export interface DiagnosticsSources {
  /** Facts by the name of their file. */
  details(): Promise<Record<string, unknown>>;
  /** The panel's own log, oldest first. */
  log(): AsyncIterable<Uint8Array>;
  /** Every secret that can be opened. */
  secrets(): Promise<string[]>;
}

/** Packs the archive, `.tar.gz`. */
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
  for await (const chunk of archive) chunks.push(chunk as Uint8Array); // a pack gives bytes
  const plain = new Blob([Buffer.concat(chunks)]).stream();
  return new Uint8Array(await new Response(plain.pipeThrough(new CompressionStream("gzip"))).arrayBuffer());
}

function mask(content: Uint8Array, hidden: readonly Uint8Array[]): Uint8Array {
  const masker = new Masker(hidden);
  // What it answers is good until the next call.
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
