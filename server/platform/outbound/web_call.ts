// One request to the web over a connection that the policy allowed; what both who fetch and who send stand on.
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { type ConnectOptions, connectOut } from "./connect.ts";

export interface WebCall {
  method: "GET" | "POST" | "PUT";
  url: URL;
  /** Beside `host` and `connection`. */
  headers: Record<string, string>;
  body: Uint8Array | null;
}

/** Connects to where an address points. Throws `OutboundRefused`, `ProxyRefused`, and faults of the network. */
export function connectToWeb(url: URL, options: ConnectOptions): Promise<Socket> {
  const secure = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
  return connectOut({ host, port, secure }, options);
}

/** Sends one request over a connection and waits for the head of its answer. Throws faults of the network. */
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
