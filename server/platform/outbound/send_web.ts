// Sends one web request as the policy allows it, for notifications: redirects are not followed, and the response is read up
// to a limit.
import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { ConnectOptions } from "./connect.ts";
import { callOver, connectToWeb, type WebCall } from "./web_call.ts";

const MAX_RESULT_BYTES = 64 * 1024;

export interface WebReply {
  status: number;
  headers: IncomingMessage["headers"];
  /** The first 64 KiB of the response. */
  text: string;
}

/** Sends one request. Throws `OutboundError`, `ProxyError`, and network errors. */
export async function sendWeb(sending: WebCall, options: ConnectOptions): Promise<WebReply> {
  const { url, headers, body } = sending;
  const socket = await connectToWeb(url, options);
  const give = () => socket.destroy();
  options.signal.addEventListener("abort", give, { once: true });
  try {
    // Aborted while connecting: nothing may be sent anymore, because the request may already have been repeated.
    options.signal.throwIfAborted();
    const length = body === null ? {} : { "content-length": String(body.length) };
    const sent = { "user-agent": "sundial", ...length, ...headers };
    const message = await callOver(socket, { ...sending, headers: sent });
    return { status: message.statusCode ?? 0, headers: message.headers, text: await readStart(message) };
  } finally {
    options.signal.removeEventListener("abort", give);
    socket.destroy();
  }
}

async function readStart(message: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MAX_RESULT_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_RESULT_BYTES).toString("utf8");
}
