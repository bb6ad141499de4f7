// One web request over a connection that the policy allowed; shared by fetching and sending.
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { type ConnectOptions, connectOut } from "./connect.ts";

export interface WebCall {
  method: "GET" | "POST" | "PUT";
  url: URL;
  /** In addition to `host` and `connection`. */
  headers: Record<string, string>;
  body: Uint8Array | null;
}

/** Connects to the host of a URL. Throws `OutboundError`, `ProxyError`, and network errors. */
export function connectToWeb(url: URL, options: ConnectOptions): Promise<Socket> {
  const secure = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
  return connectOut({ host, port, secure }, options);
}

/** Sends one request over a connection and waits for the head of its response. Throws network errors. */
export function callOver(socket: Socket, { method, url, headers, body }: WebCall): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    socket.once("close", () => reject(new Error("the connection was closed")));
    request({
      method,
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, connection: "close", ...headers },
      createConnection: () => socket,
    }, resolve).once("error", reject).end(body ?? undefined);
  });
}
