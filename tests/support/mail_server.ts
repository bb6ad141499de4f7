// A local mail server that implements the full protocol: greeting, STARTTLS, login, envelope, mail.
import { Buffer } from "node:buffer";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  from: string;
  to: string[];
  user: string | null;
  /** Whether it arrived encrypted. */
  secure: boolean;
  /** Lower-case names, decoded values. */
  headers: Record<string, string>;
  /** The decoded parts, by type. */
  parts: Record<string, string>;
}

export interface MailServerOptions {
  tls?: { key: string; cert: string };
  /** Uses TLS from the first byte. */
  secure?: boolean;
  /** Offers no STARTTLS. */
  plain?: boolean;
  login?: { user: string; password: string } | null;
  /** Responses to recipients other than `250`, by address. */
  rejections?: Record<string, { code: number; text: string }>;
}

export class MailServer implements AsyncDisposable {
  readonly mails: ReceivedMail[] = [];
  /** Attempted logins: user and password. */
  readonly logins: string[] = [];
  readonly #server: SMTPServer;

  private constructor(
    { tls, secure = false, plain = false, login = null, rejections = {} }: MailServerOptions,
  ) {
    this.#server = new SMTPServer({
      ...tls,
      secure,
      authOptional: login === null,
      allowInsecureAuth: plain,
      disabledCommands: plain ? ["STARTTLS"] : [],
      disableReverseLookup: true,
      closeTimeout: 100,
      onAuth: ({ username = "", password = "" }, _session, response) => {
        this.logins.push(`${username}:${password}`);
        if (username === login?.user && password === login.password) {
          return response(null, { user: username });
        }
        response(Object.assign(new Error("wrong key, 密码错误"), { responseCode: 535 }));
      },
      onRcptTo: ({ address }, _session, response) => {
        const rejection = rejections[address];
        if (rejection === undefined) return response();
        response(Object.assign(new Error(rejection.text), { responseCode: rejection.code }));
      },
      onData: async (stream, { envelope, user, secure }, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(Buffer.from(chunk));
        const { mailFrom, rcptTo } = envelope;
        this.mails.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: typeof user === "string" ? user : null,
          secure,
          ...readMail(Buffer.concat(chunks).toString("latin1")),
        });
        response(null, "taken as 42");
      },
    });
    // A client that disconnects is not an error of the server.
    this.#server.on("error", () => {});
  }

  static async start(options: MailServerOptions): Promise<MailServer> {
    const one = new MailServer(options);
    await new Promise<void>((resolve) => one.#server.listen(0, "127.0.0.1", resolve));
    return one;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port; // it listens on a network address
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

function readMail(raw: string): Pick<ReceivedMail, "headers" | "parts"> {
  const { headers, body } = readEntity(raw);
  const [, boundary] = /boundary="?([^";]+)/.exec(headers["content-type"] ?? "") ?? [];
  const entities = boundary === undefined
    ? [{ headers, body }]
    : body.split(`--${boundary}`).slice(1, -1).map((part) => readEntity(part.replace(/^\r\n/, "")));
  const parts = entities.map((
    entity,
  ) => [entity.headers["content-type"]?.split(";")[0] ?? "", readText(entity)]);
  const decoded = Object.entries(headers).map(([name, value]) => [name, decodeEncodedWords(value)]);
  return { headers: Object.fromEntries(decoded), parts: Object.fromEntries(parts) };
}

interface Entity {
  headers: Record<string, string>;
  body: string;
}

function readEntity(raw: string): Entity {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw.slice(0, end).replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = Object.fromEntries(lines.map((line) => {
    const at = line.indexOf(":");
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  }));
  return { headers, body: raw.slice(end + 4) };
}

function readText({ headers, body }: Entity): string {
  const coding = headers["content-transfer-encoding"]?.toLowerCase();
  const bytes = coding === "base64" ? Buffer.from(body, "base64") : Buffer.from(
    coding === "quoted-printable" ? decodeQuoted(body.replace(/=\r\n/g, "")) : body,
    "latin1",
  );
  return bytes.toString("utf8").replaceAll("\r\n", "\n").replace(/\n$/, "");
}

// RFC 2047.
function decodeEncodedWords(text: string): string {
  return text.replace(/(\?=)\s+(=\?)/g, "$1$2").replace(
    /(?:=\?UTF-8\?[QB]\?[^?]*\?=)+/gi,
    (messages) =>
      Buffer.concat(
        [...messages.matchAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi)].map(([, coding, coded = ""]) =>
          coding?.toUpperCase() === "B"
            ? Buffer.from(coded, "base64")
            : Buffer.from(decodeQuoted(coded.replaceAll("_", " ")), "latin1")
        ),
      ).toString("utf8"),
  );
}

function decodeQuoted(text: string): string {
  return text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
