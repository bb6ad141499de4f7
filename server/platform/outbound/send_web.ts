// One request to the web as the policy allows it, for what is told to others: redirects are not followed, the answer is read up
// to a limit.
import { Buffer } from "node:buffer";
import { type IncomingMessage, request } from "node:http";
import { type ConnectOptions, connectOut } from "./connect.ts";

const MOST_ANSWER_BYTES = 64 * 1024;

export interface WebSending {
  method: "GET" | "POST" | "PUT";
  url: URL;
  headers: Record<string, string>;
  body: Uint8Array | null;
}

export interface WebSaid {
  status: number;
  headers: IncomingMessage["headers"];
  /** The first 64 KiB of the answer. */
  text: string;
}

/** Sends one request. Throws `OutboundRefused`, `ProxyRefused`, and faults of the network. */
export async function sendWeb(sending: WebSending, options: ConnectOptions): Promise<WebSaid> {
  const { url, method, body } = sending;
  const secure = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
  const socket = await connectOut({ host, port, secure }, options);
  const give = () => socket.destroy();
  options.signal.addEventListener("abort", give, { once: true });
  try {
    // Given up while connecting: nothing may be sent any more, for it may be sent again by now.
    options.signal.throwIfAborted();
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      socket.once("close", () => reject(new Error("the connection was closed")));
      const length = body === null ? {} : { "content-length": String(body.length) };
      request({
        method,
        path: `${url.pathname}${url.search}`,
        headers: {
          host: url.host,
          "user-agent": "sundial",
          connection: "close",
          ...length,
          ...sending.headers,
        },
        createConnection: () => socket,
      }, resolve).once("error", reject).end(body ?? undefined);
    });
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
    if (bytes >= MOST_ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MOST_ANSWER_BYTES).toString("utf8");
}
