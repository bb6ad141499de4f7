// Makes one attempt to send a message through a channel: within a time limit, and with any error as one line
// without secrets.
import { orAborted } from "../../platform/or_aborted.ts";
import { NoResponseError } from "./sender.ts";
import { isSecretKind } from "../../contract/field_kinds.ts";
import type { Requester } from "../../contract/scopes.ts";
import type { Language } from "../../contract/settings.ts";
import type { Clock } from "../../platform/clock.ts";
import { ProxyError } from "../../platform/outbound/proxy_reader.ts";
import { OutboundError } from "../../platform/outbound/outbound_policy.ts";
import { oneLine } from "./channels/responses.ts";
import {
  type ChannelType,
  DeliveryError,
  type Message,
  type OpenSender,
  type Values,
} from "./channels/channel_type.ts";
import { notificationMessages } from "./notification_messages.ts";
import { shorten as shortenLines } from "./channels/whole_text.ts";
import { shorten } from "./template.ts";
import { secretForms } from "../../platform/masking/secret_forms.ts";

/** Time limit for a service to respond, in ms. */
export const SEND_TIME_LIMIT_MS = 30_000;
/** Masking shorter secrets would mask half of every text. */
const SHORTEST = 4;
/** Minimum number of characters of a secret, cut off at the end of a text, to mask. */
const SHORTEST_START = 6;
const MASK = "***";

export interface ReadyChannel {
  type: ChannelType;
  values: Values;
  proxy: string | null;
  /** What a reported response must not contain. */
  secrets: readonly string[];
}

export interface TryOptions {
  clock: Clock;
  openSender: OpenSender;
  language: Language;
  /** On whose behalf the message is sent. */
  requester: Requester;
  /** Whether it goes to the channel of an account that is not an administrator's, which reaches no more than applications do. */
  isOwn?: boolean;
  /** Aborts the attempt when the panel stops. */
  signal: AbortSignal;
  /** Called with errors that neither the service nor the network explains; contains no secrets. */
  onBug(stack: string): void;
}

export interface Tried {
  ok: boolean;
  /** A single line. */
  result: string;
  /** Whether retrying is pointless. */
  permanent: boolean;
  retryAfterMs: number | null;
}

class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

/** Attempts to send once. Throws only if `signal` is aborted. */
export async function tryToSend(
  channel: ReadyChannel,
  message: Message,
  options: TryOptions,
): Promise<Tried> {
  const { clock, openSender, requester, signal } = options;
  const late = new AbortController();
  const timer = clock.after(SEND_TIME_LIMIT_MS, () => late.abort(new TimeoutError()));
  const both = AbortSignal.any([signal, late.signal]);
  try {
    const missing = missingSecret(channel, options.language);
    if (missing !== null) throw new DeliveryError(missing, { permanent: true });
    const sender = openSender({ proxy: channel.proxy, signal: both, requester });
    const sending = channel.type.send(fitted(message, channel.type), channel.values, sender);
    // A channel that ignores the signal must not block the others.
    const response = await orAborted(sending, both);
    return { ok: true, result: reportedResponse(response, channel), permanent: false, retryAfterMs: null };
  } catch (error) {
    signal.throwIfAborted();
    return explain(late.signal.aborted ? late.signal.reason : error, channel, options);
  } finally {
    timer.cancel();
  }
}

// A channel that was created from a file lacks its secrets until somebody has entered them.
function missingSecret({ type, values }: ReadyChannel, language: Language): string | null {
  const field = type.fields.find(({ name, kind, required }) =>
    required && isSecretKind(kind) && !values[name]
  );
  return field ? notificationMessages[language].errors.no_secret(field.label[language]) : null;
}

// Leaves room for the link, which a channel without a link field puts on its own line.
function fitted(message: Message, { limits }: ChannelType): Message {
  const forLink = message.link === null ? 0 : message.link.length + 2;
  return {
    ...message,
    title: shorten(message.title, limits.title),
    content: shortenLines(message.content, {
      max: Math.max(1, limits.content - forLink),
      sizeOf: (text) => text.length,
    }),
  };
}

function explain(
  error: unknown,
  channel: ReadyChannel,
  { language, requester, isOwn = false, onBug }: TryOptions,
): Tried {
  const failed = (response: string, permanent = false, retryAfterMs: number | null = null): Tried => ({
    ok: false,
    permanent,
    retryAfterMs,
    result: reportedResponse(response, channel),
  });
  const { errors } = notificationMessages[language];
  if (error instanceof DeliveryError) return failed(error.response, error.permanent, error.retryAfterMs);
  if (error instanceof TimeoutError || error instanceof NoResponseError) return failed(errors.too_slow(""));
  if (error instanceof OutboundError) {
    if (error.reason === "unknown_host") return failed(errors.unknown_host(error.host));
    const text = requester === "person"
      ? errors.inner_network(error.host, error.allowedBy)
      : isOwn
      ? errors.own_network(error.host)
      : errors.application_network(error.host);
    return failed(text, true);
  }
  if (error instanceof ProxyError) return failed(errors.proxy(error.message));
  if (isProgramError(error)) {
    // An unparsable address may contain a key.
    onBug(hideSecrets(error.stack ?? error.message, channel.secrets));
    return failed(errors.unexpected(""));
  }
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return failed(untrusted.test(reason) ? errors.untrusted(reason) : errors.unreachable(reason));
}

/** What runtimes say about a certificate that no trusted authority has issued. */
const untrusted =
  /self-signed certificate|unable to (?:verify the first|get local issuer|get issuer) certificate|UnknownIssuer/i;

function isProgramError(error: unknown): error is Error {
  return error instanceof ReferenceError || error instanceof TypeError || error instanceof RangeError;
}

function reportedResponse(response: string, { secrets }: ReadyChannel): string {
  return hideSecrets(oneLine(response), secrets);
}

/** Masks secrets in the response of a service, in whatever encoding they are repeated. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const decoder = new TextDecoder();
  const forms = secrets.filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => secretForms(secret).map((form) => decoder.decode(form)))
    .filter((form) => form.length >= SHORTEST)
    .sort((one, other) => other.length - one.length);
  const hidden = forms.reduce((masked, form) => masked.replaceAll(form, MASK), text);
  return forms.reduce(hideStart, hidden);
}

function hideStart(text: string, secret: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length >= SHORTEST_START; length--) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + MASK;
  }
  return text;
}
