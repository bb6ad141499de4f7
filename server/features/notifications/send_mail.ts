// One mail, over a connection that was opened as the policy and the proxy want it.
import type { Socket } from "node:net";
import { type ConnectOptions, connectOut, trusted } from "../../platform/outbound/connect.ts";
import { OutboundPolicy } from "../../platform/outbound/outbound_policy.ts";
import { oneLine } from "./channels/responses.ts";
import { DeliveryError, type Mail } from "./channels/channel_type.ts";

export interface MailOptions extends ConnectOptions {
  /** Certificates that servers are trusted by, PEM; null: those of the machine. */
  authorities: string | null;
}

/** Sends a mail and answers what the server said. Throws `DeliveryRefused`, what connecting throws, and faults of the network. */
export async function sendMail(mail: Mail, options: MailOptions): Promise<string> {
  // Not needed before somebody sends mail.
  const { createTransport } = await import("nodemailer");
  const { host, port, secure, user, password } = mail;
  const socket = await connectOut({ host, port, secure: false }, options);
  // The server speaks first, and nobody listens yet.
  socket.pause();
  try {
    options.signal.throwIfAborted();
    const ca = options.authorities ?? trusted();
    const transport = createTransport({
      ...{ host, port, secure },
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
  // The same for every try, so that what came twice is known for the same.
  const messageId = `<${key.replace(/[^\w.-]/g, "-")}@${domain}>`;
  return { from, to, subject, text, html, messageId, headers: { "Auto-Submitted": "auto-generated" } };
}

// There, servers without encryption are common; elsewhere somebody on the way may have taken it out.
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
  // Any service may answer at the address of a mail server; what it says is not for whoever enters the address to read.
  if (typeof response === "string" && response !== "" && !/^\d{3}([ -]|$)/.test(response)) {
    return new DeliveryError("Not a mail server", { permanent: true });
  }
  const isSettled = code === "EAUTH" || code === "EENVELOPE" || code === "ENOAUTH";
  if (typeof responseCode !== "number" && !isSettled) return error;
  // Of a connection that is not encrypted, the answer alone would not tell what it was about.
  const isReported = typeof response === "string" && response !== "" && code !== "ETLS";
  const reply = oneLine(isReported ? response : error.message);
  const mayPass = typeof responseCode === "number" && responseCode < 500;
  return new DeliveryError(reply, { permanent: !mayPass });
}
