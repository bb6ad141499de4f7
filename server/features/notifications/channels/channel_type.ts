// What a channel is: its form, and how a message is sent by it. One file and one line in `list.ts` per channel.
import type { Requester } from "../../../contract/scopes.ts";
import type { ChannelField } from "../../../contract/notifications.ts";

/** A message as a channel gets it. */
export interface Message {
  title: string;
  /** Plain text, lines ended by `\n`. */
  content: string;
  /** Where the run or the page is; null without a public address. */
  link: string | null;
  /** The same for every try of one delivery, for services that know such a key. */
  key: string;
}

export interface HttpRequest {
  method: "GET" | "POST" | "PUT";
  url: string;
  headers?: Record<string, string>;
  /** At most one of these: JSON, a form, a form of parts, or text as it is. */
  json?: unknown;
  form?: Record<string, string>;
  parts?: Record<string, string>;
  text?: string;
  /** The channel's own proxy, as an address; left out: the one the courier has. */
  proxy?: string;
}

export interface HttpResult {
  status: number;
  /** At most 64 KiB of it. */
  text: string;
  /** The text as JSON; null when it is none. */
  json: unknown;
  /** What `Retry-After` asks for, milliseconds from now; null without it. */
  retryAfterMs?: number | null;
}

/** What a channel may use. */
export interface Sender {
  /** Sends a request where the panel may call; redirects are not followed. Throws faults of the network. */
  request(request: HttpRequest): Promise<HttpResult>;
  /** Connects for mail, as the same rules allow. */
  mail(mail: Mail): Promise<string>;
  /** Milliseconds UTC. */
  now(): number;
}

/** Opens what a channel sends with. */
export type OpenSender = (
  line: { proxy: string | null; signal: AbortSignal; requester: Requester },
) => Sender;

export interface Mail {
  host: string;
  port: number;
  /** Encrypted from the first byte; else STARTTLS is demanded, unless the host is of an inner network that offers none. */
  secure: boolean;
  user: string;
  password: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** For `Message-ID`. */
  key: string;
}

/** The service would not take the message. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryRefused";
  /** Whether another try is of no use: a wrong key, an unknown recipient. */
  readonly permanent: boolean;
  /** What the service said, in its own words. */
  readonly response: string;
  /** When the service asks for another try, milliseconds from now. */
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

type Reply = { en: string; zh: string };
/** Values of the form: what is required is there, what has a default has a value, the rest may be empty. */
export type Values = Readonly<Record<string, string>>;

export interface ChannelType {
  type: string;
  label: Reply;
  help?: Reply;
  fields: readonly ChannelField[];
  /** Other names under which fields are taken: that name → the field's own. */
  aliases?: Readonly<Record<string, string>>;
  /** Most characters of title and content the service takes; longer ones are shortened with a mark before `send`. */
  limits: { title: number; content: number };
  /** Finds what is wrong with values that each field alone would allow: name of the field → what is wrong. */
  check?(values: Values): Record<string, Reply>;
  /** Sends; answers what the service said, one line. Throws `DeliveryRefused`, or faults of the network, which may pass. */
  send(message: Message, values: Values, sender: Sender): Promise<string>;
}
