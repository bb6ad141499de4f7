// Sends one mail over a connection opened according to the outbound policy and the proxy.
import type { Socket } from "node:net";
import { type ConnectOptions, connectOut, trusted } from "../../platform/outbound/connect.ts";
import { OutboundPolicy } from "../../platform/outbound/outbound_policy.ts";
import { oneLine } from "./channels/responses.ts";
import { DeliveryError, type Mail } from "./channels/channel_type.ts";

export interface MailOptions extends ConnectOptions {
  /** Certificate authorities to trust, as PEM; null for the system's. */
  authorities: string | null;
}

/**
 * Sends a mail and returns the server's response. Throws `DeliveryError`, connection errors and network
 * errors.
 */
export async function sendMail(mail: Mail, options: MailOptions): Promise<string> {
  // Loaded only when the first mail is sent.
  const { createTransport } = await import("nodemailer");
  const { host, port, secure, user, password } = mail;
  const socket = await connectOut({ host, port, secure: false }, options);
  // The server speaks first, and nothing is listening yet.
  socket.pause();
  try {
    options.signal.throwIfAborted();
    const ca = options.authorities ?? trusted();
    const transport = createTransport({
      host,
      port,
      secure,
      requireTLS: !secure && !isInner(socket, options),
      getSocket: (_options, give) => give(null, { connection: socket }),
      tls: ca === null ? {} : { ca },
      ...(user === "" ? {} : { auth: { user, pass: password } }),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const { response, rejected } = await transport.sendMail({ ...letterOf(mail), signal: options.signal });
    return oneLine([response, ...rejected.map((one) => `(not to ${one})`)].join(" "));
  } catch (error) {
    throw explain(error);
  } finally {
    socket.destroy();
  }
}

function letterOf({ from, to, subject, text, html, key }: Mail) {
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? "sundial.invalid";
  // The same for every attempt, so that duplicates can be recognized.
  const messageId = `<${key.replace(/[^\w.-]/g, "-")}@${domain}>`;
  return { from, to, subject, text, html, messageId, headers: { "Auto-Submitted": "auto-generated" } };
}

// Servers without encryption are common on private networks; elsewhere, an attacker may have stripped it.
function isInner({ remoteAddress }: Socket, { proxy }: ConnectOptions): boolean {
  return proxy === null && remoteAddress !== undefined && !new OutboundPolicy([]).mayReach(remoteAddress);
}

interface MailProblem extends Error {
  code?: unknown;
  responseCode?: unknown;
  response?: unknown;
}

function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, responseCode, response }: MailProblem = error;
  // Any service may respond at the address of a mail server; the user who enters the address must not be able
  // to read its response.
  if (typeof response === "string" && response !== "" && !/^\d{3}([ -]|$)/.test(response)) {
    return new DeliveryError("The server is not a mail server", { permanent: true });
  }
  const isSettled = code === "EAUTH" || code === "EENVELOPE" || code === "ENOAUTH";
  if (typeof responseCode !== "number" && !isSettled) return error;
  // For an unencrypted connection, the response alone would not explain the error.
  const isReported = typeof response === "string" && response !== "" && code !== "ETLS";
  const message = oneLine(isReported ? response : error.message);
  const mayPass = typeof responseCode === "number" && responseCode < 500;
  return new DeliveryError(message, { permanent: !mayPass });
}
