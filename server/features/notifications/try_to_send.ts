// One try to send one message by one channel: within a time limit, and whatever goes wrong said in one line without secrets.
import type { Requester } from "../../contract/scopes.ts";
import type { Language } from "../../contract/settings.ts";
import type { Clock } from "../../platform/clock.ts";
import { ProxyRefused } from "../../platform/outbound/connect.ts";
import { OutboundRefused } from "../../platform/outbound/outbound_policy.ts";
import { oneLine } from "./channels/answers.ts";
import {
  type ChannelType,
  DeliveryRefused,
  type Message,
  type OpenCourier,
  type Values,
} from "./channels/channel_type.ts";
import { NoAnswerInTime } from "./courier.ts";
import { hideSecrets } from "./hide_secrets.ts";
import { notificationWords } from "./notification_words.ts";
import { shorten as shortenLines } from "./channels/whole_text.ts";
import { shorten } from "./shorten.ts";

/** A service that says nothing for so long is given up, milliseconds. */
export const SEND_TIME_LIMIT_MS = 30_000;

/** A channel that is ready to send. */
export interface ReadyChannel {
  type: ChannelType;
  values: Values;
  proxy: string | null;
  /** What must not be repeated by what a service says. */
  secrets: readonly string[];
}

export interface TryOptions {
  clock: Clock;
  openCourier: OpenCourier;
  language: Language;
  /** On whose behalf it is sent. */
  requester: Requester;
  /** Ends the try when the panel ends. */
  signal: AbortSignal;
  /** Told of what no service and no network explains; no secret is in it. */
  onBug(stack: string): void;
}

/** How a try went. */
export interface Tried {
  ok: boolean;
  /** One line. */
  answer: string;
  /** Whether another try is of no use. */
  permanent: boolean;
  retryAfterMs: number | null;
}

class TooSlow extends Error {
  override readonly name = "TooSlow";
}

/** Tries once. Throws only when `signal` is aborted. */
export async function tryToSend(
  channel: ReadyChannel,
  message: Message,
  options: TryOptions,
): Promise<Tried> {
  const { clock, openCourier, requester, signal } = options;
  const late = new AbortController();
  const timer = clock.after(SEND_TIME_LIMIT_MS, () => late.abort(new TooSlow()));
  const both = AbortSignal.any([signal, late.signal]);
  try {
    const courier = openCourier({ proxy: channel.proxy, signal: both, requester });
    const sending = channel.type.send(fitted(message, channel.type), channel.values, courier);
    const answer = await orAborted(sending, both);
    return { ok: true, answer: said(answer, channel), permanent: false, retryAfterMs: null };
  } catch (fault) {
    signal.throwIfAborted();
    return explain(late.signal.aborted ? late.signal.reason : fault, channel, options);
  } finally {
    timer.cancel();
  }
}

// A channel that does not heed the signal must not hold up the others.
function orAborted<T>(sending: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason);
    if (signal.aborted) give();
    signal.addEventListener("abort", give, { once: true });
    sending.then(resolve, reject).finally(() => signal.removeEventListener("abort", give));
  });
}

// With room for the link, which a channel without a place for it writes on a line of its own.
function fitted(message: Message, { limits }: ChannelType): Message {
  const forLink = message.link === null ? 0 : message.link.length + 2;
  return {
    ...message,
    title: shorten(message.title, limits.title),
    content: shortenLines(message.content, {
      most: Math.max(1, limits.content - forLink),
      sizeOf: (text) => text.length,
    }),
  };
}

function explain(fault: unknown, channel: ReadyChannel, { language, requester, onBug }: TryOptions): Tried {
  const failed = (answer: string, permanent = false, retryAfterMs: number | null = null): Tried => ({
    ...{ ok: false, permanent, retryAfterMs },
    answer: said(answer, channel),
  });
  const { faults } = notificationWords[language];
  if (fault instanceof DeliveryRefused) return failed(fault.answer, fault.permanent, fault.retryAfterMs);
  if (fault instanceof TooSlow || fault instanceof NoAnswerInTime) return failed(faults.too_slow(""));
  if (fault instanceof OutboundRefused) {
    const isInner = fault.reason === "inner_network";
    const reason = isInner && requester === "application" ? "application_network" : fault.reason;
    return failed(faults[reason](fault.host), isInner);
  }
  if (fault instanceof ProxyRefused) return failed(faults.proxy(fault.message));
  if (isProgramFault(fault)) {
    // The address that cannot be read may hold a key.
    onBug(hideSecrets(fault.stack ?? fault.message, channel.secrets));
    return failed(faults.unexpected(""));
  }
  return failed(faults.unreachable(fault instanceof Error ? fault.message || fault.name : String(fault)));
}

function isProgramFault(fault: unknown): fault is Error {
  return fault instanceof ReferenceError || fault instanceof TypeError || fault instanceof RangeError;
}

function said(answer: string, { secrets }: ReadyChannel): string {
  return hideSecrets(oneLine(answer), secrets);
}
