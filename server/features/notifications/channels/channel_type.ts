// Defines a channel type: its form and how it sends a message. Each type has its own file and one line in
// `list.ts`.
import type { Requester } from "../../../contract/scopes.ts";
import type { ChannelField } from "../../../contract/notifications.ts";

export interface Message {
  title: string;
  /** Plain text with `\n` line endings. */
  content: string;
  /** Link to the run or page; null without a public address. */
  link: string | null;
  /** The same for every attempt of one delivery, for services with idempotency keys. */
  key: string;
}

export interface HttpRequest {
  /** `POST` by default. */
  method?: "GET" | "POST" | "PUT";
  url: string;
  headers?: Record<string, string>;
  /** At most one of these: JSON, a form, a multipart form, raw text, or bytes. */
  json?: unknown;
  form?: Record<string, string>;
  parts?: Record<string, string>;
  text?: string;
  bytes?: Uint8Array;
  /** Proxy address of the channel; omitted to use the sender's. */
  proxy?: string;
}

export interface HttpResult {
  status: number;
  /** At most 64 KiB of the body. */
  text: string;
  /** The body parsed as JSON; null if it is not JSON. */
  json: unknown;
  /** Delay requested by `Retry-After`, in ms from now; null without the header. */
  retryAfterMs?: number | null;
}

/** What a channel can use to send. */
export interface Sender {
  /** Sends a request to allowed destinations only; does not follow redirects. Throws network errors. */
  request(request: HttpRequest): Promise<HttpResult>;
  /** Sends a mail under the same restrictions. */
  mail(mail: Mail): Promise<string>;
  /** In ms since the epoch. */
  now(): number;
}

export type OpenSender = (
  line: { proxy: string | null; signal: AbortSignal; requester: Requester },
) => Sender;

export interface Mail {
  host: string;
  port: number;
  /**
   * TLS from the first byte. Otherwise requires STARTTLS, unless the host is on a private network and does
   * not offer it.
   */
  secure: boolean;
  user: string;
  password: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** Used in `Message-ID`. */
  key: string;
}

/** The service rejected the message. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  /** Whether retrying is pointless, such as for a wrong key or an unknown recipient. */
  readonly permanent: boolean;
  readonly response: string;
  /** When the service asks for a retry, in ms from now. */
  readonly retryAfterMs: number | null;

  constructor(response: string, { permanent, retryAfterMs = null }: {
    permanent: boolean;
    retryAfterMs?: number | null;
  }) {
    super(response);
    this.response = response;
    this.permanent = permanent;
    this.retryAfterMs = retryAfterMs;
  }
}

export type LocalizedText = { en: string; zh: string };
/** Form values: required fields are present, fields with a default have a value, the rest may be empty. */
export type Values = Readonly<Record<string, string>>;

export interface ChannelType {
  type: string;
  label: LocalizedText;
  help?: LocalizedText;
  fields: readonly ChannelField[];
  /** Alternative names accepted for fields: alternative name → field name. */
  aliases?: Readonly<Record<string, string>>;
  /** Maximum number of characters of title and content; longer ones are truncated with a mark before `send`. */
  limits: { title: number; content: number };
  /** Returns issues that no field shows on its own: field name → message. */
  check?(values: Values): Record<string, LocalizedText>;
  /**
   * Sends a message; returns the service's response as one line. Throws `DeliveryError`, or network errors,
   * which are retryable.
   */
  send(message: Message, values: Values, sender: Sender): Promise<string>;
}
