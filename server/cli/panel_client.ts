// Calls the API of a running panel: over the socket in its data folder, or over the network with an application's token. Loaded
// by the `task` and `ql` commands of every script, so it imports nothing but what the runtime includes.
import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import process from "node:process";
import {
  ACCESS_VARIABLE,
  accessFolderOf,
  operatorToken,
  readPanelInfo,
  runToken,
  trustedSocketOf,
} from "../platform/access_folder.ts";
import { trimEnd } from "../contract/trim_end.ts";
import { runVariables } from "../platform/run_variables.ts";
import { sleep, systemClock } from "../platform/clock.ts";

/** How long a script waits for a panel that restarts (ms). */
const RESTART_MS = 30_000;
const RETRY_MS = 100;

export interface PanelRequest {
  /** Sent as JSON, or unchanged when it is bytes, a form or a stream. */
  body?: unknown;
  query?: Record<string, string | number | boolean | undefined>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** No panel responds at this address. */
export class PanelUnreachableError extends Error {
  override readonly name = "PanelUnreachableError";
}

type Send = (path: string, init: RequestInit & { headers: Headers }) => Promise<Response>;

/** A client of one panel, with one credential. */
export class PanelClient {
  readonly #token: string;

  private constructor(private readonly send: Send, token: string, private readonly language: string | null) {
    this.#token = token;
  }

  /**
   * Returns the client of the command line for the panel that runs on a data folder; null when there is none. Throws file
   * system errors when this user may not read its key.
   */
  static async local(dataFolder: string, language: string | null = null): Promise<PanelClient | null> {
    const folder = accessFolderOf(dataFolder);
    if (!await isListening(trustedSocketOf(folder))) return null;
    return new PanelClient(overSocket(folder, 0), operatorToken(folder), language);
  }

  /** Returns a client of the panel at an address, such as `https://panel.example.org/sundial`. */
  static remote(url: string, token: string, language: string | null = null): PanelClient {
    const base = trimEnd(url, "/");
    const send: Send = (path, init) =>
      fetch(base + path, init).catch((cause) => {
        if (init.signal?.aborted) throw cause;
        throw new PanelUnreachableError(base, { cause });
      });
    return new PanelClient(send, token, language);
  }

  /**
   * Returns the client of a script for the panel that runs it; null outside of a run. It waits `patienceMs` for a panel that
   * restarts.
   */
  static fromEnvironment(
    variables: Record<string, string | undefined> = process.env,
    patienceMs = RESTART_MS,
  ): PanelClient | null {
    const { [ACCESS_VARIABLE]: folder, [runVariables.run]: runId } = variables;
    if (!folder || !runId) return null;
    return new PanelClient(overSocket(folder, patienceMs), runToken(folder, runId), null);
  }

  /**
   * Sends a request to a path of the panel, such as `/api/tasks`, and returns its response, whatever the status. Throws
   * `PanelUnreachableError`.
   */
  async request(
    method: string,
    path: string,
    { body, query, headers: more, signal }: PanelRequest = {},
  ): Promise<Response> {
    const headers = new Headers(more);
    headers.set("authorization", `Bearer ${this.#token}`);
    if (this.language !== null) headers.set("accept-language", this.language);
    const isRaw = body instanceof Uint8Array || body instanceof FormData || body instanceof ReadableStream;
    if (body !== undefined && !isRaw) headers.set("content-type", "application/json");
    const content = isRaw ? body as BodyInit : JSON.stringify(body);
    return await this.send(path + queryOf(query), {
      method,
      headers,
      ...(body !== undefined && { body: content }),
      ...(signal && { signal }),
    });
  }
}

function queryOf(query: PanelRequest["query"] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

// A request that was not accepted, or that only reads, has had no effect, so it can be sent again.
function overSocket(folder: string, patienceMs: number): Send {
  return async (path, init) => {
    // It can be read only once, so it is not sent again.
    if (init.body instanceof ReadableStream) return await send(folder, path, { ...init, body: init.body });
    // Turns a form into bytes with their content type.
    const whole = new Request("http://localhost", { ...init, signal: null });
    const body = init.body === undefined ? null : new Uint8Array(await whole.arrayBuffer());
    // A panel that is being stopped may hold a request for long before it drops it.
    let deadline: number | undefined;
    for (;;) {
      try {
        return await send(folder, path, { ...init, headers: whole.headers, body });
      } catch (error) {
        const isSafe = (init.method ?? "GET") === "GET";
        if (!isNotConnected(error) && !(isSafe && isDropped(error))) throw error;
        deadline ??= Date.now() + patienceMs;
        if (Date.now() >= deadline) {
          throw new PanelUnreachableError(trustedSocketOf(folder), { cause: error });
        }
        await sleep(systemClock, RETRY_MS);
      }
    }
  };
}

function send(
  folder: string,
  path: string,
  { method = "GET", headers, body, signal }: RequestInit & {
    headers: Headers;
    body: Uint8Array | ReadableStream<Uint8Array> | null;
  },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const outgoing: ClientRequest = httpRequest({
      socketPath: trustedSocketOf(folder),
      path: `${readPanelInfo(folder)?.basePath ?? ""}${path}`,
      method,
      headers: {
        ...Object.fromEntries(headers),
        host: "localhost",
        ...(body instanceof Uint8Array && { "content-length": body.length }),
      },
      ...(signal && { signal }),
    }, (incoming) => resolve(toResponse(incoming)));
    outgoing.once("error", reject);
    if (body instanceof ReadableStream) void pour(body, outgoing).catch((error) => outgoing.destroy(error));
    else outgoing.end(body ?? undefined);
  });
}

async function pour(body: ReadableStream<Uint8Array>, outgoing: ClientRequest): Promise<void> {
  for await (const chunk of body) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(chunk)) {
      await new Promise((resolve) => outgoing.once("drain", resolve).once("close", resolve));
    }
  }
  outgoing.end();
}

function toResponse(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, headers } = incoming;
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const isEmpty = [204, 205, 304].includes(status);
  if (isEmpty) incoming.resume();
  const body = isEmpty ? null : Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  return new Response(body, { status, headers: pairs });
}

// The panel stopped before it answered.
function isDropped(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === "ECONNRESET" || code === "EPIPE";
}

function isNotConnected(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === "ENOENT" || code === "ECONNREFUSED";
}

async function isListening(socket: string): Promise<boolean> {
  try {
    (await Deno.connect({ transport: "unix", path: socket })).close();
    return true;
  } catch (error) {
    const { NotFound, NotADirectory, ConnectionRefused } = Deno.errors;
    if ([NotFound, NotADirectory, ConnectionRefused].some((type) => error instanceof type)) return false;
    throw error;
  }
}
