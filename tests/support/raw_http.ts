// Raw requests over a socket: `fetch` and `Request` normalize URLs before sending them.

export interface RawResult {
  /** 0 when the response is not HTTP. */
  status: number;
  /** Header and body. */
  text: string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Sends a request line and headers unchanged. */
export async function sendRaw(
  port: number,
  requestLine: string,
  headers: readonly string[] = ["Host: localhost"],
): Promise<RawResult> {
  const text = decoder.decode(
    await exchange(port, writeHead(requestLine, [...headers, "Connection: close"])),
  );
  return { status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0), text };
}

/**
 * Sends many requests without bodies over as few connections as the server allows; returns their status
 * codes.
 */
export async function sendManyRaw(port: number, requestLines: readonly string[]): Promise<number[]> {
  const last = requestLines.length - 1;
  const heads = requestLines.map((line, index) =>
    writeHead(line, ["Host: localhost", ...index === last ? ["Connection: close"] : []])
  );
  const statuses = readStatuses(await exchange(port, heads.join("")));
  if (statuses.length === requestLines.length) return statuses;
  if (last <= 0) return requestLines.map(() => 0);
  // A malformed request closes the connection; its response may come first, so that those to earlier requests
  // are lost.
  const half = requestLines.length >> 1;
  return [
    ...await sendManyRaw(port, requestLines.slice(0, half)),
    ...await sendManyRaw(port, requestLines.slice(half)),
  ];
}

function writeHead(requestLine: string, headers: readonly string[]): string {
  return [requestLine, ...headers, "", ""].join("\r\n");
}

async function exchange(port: number, text: string): Promise<Uint8Array> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const responded = readAll(connection);
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length;) {
    const written = await connection.write(bytes.subarray(at)).catch(() => null);
    if (written === null) break;
    at += written;
  }
  return await responded;
}

// Bytes received before a reset count.
async function readAll(connection: Deno.Conn): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (;;) {
    const chunk = new Uint8Array(64 * 1024);
    const read = await connection.read(chunk).catch(() => null);
    if (read === null) return await new Blob(chunks).bytes();
    chunks.push(chunk.subarray(0, read));
  }
}

function readStatuses(bytes: Uint8Array): number[] {
  const statuses: number[] = [];
  // Latin-1, so that positions in the text are byte positions.
  const text = new TextDecoder("latin1").decode(bytes);
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\r\n\r\n", at);
    const head = text.slice(at, end);
    at = endOfBody(text, head, end + 4);
    if (end < 0 || at > text.length) break;
    const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1];
    if (status === undefined) throw new Error(`not a response: ${head}`);
    statuses.push(Number(status));
  }
  return statuses;
}

/** Returns the end of the body that starts at `at`; beyond the text when it is truncated. */
function endOfBody(text: string, head: string, at: number): number {
  if (!/^transfer-encoding: chunked$/im.test(head)) {
    return at + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? "0");
  }
  for (;;) {
    const [line, digits = ""] = /^([0-9a-f]+)\r\n/i.exec(text.slice(at, at + 20)) ?? [];
    if (line === undefined) return Infinity;
    const bytes = parseInt(digits, 16);
    at += line.length + bytes + 2;
    if (bytes === 0) return at;
  }
}
