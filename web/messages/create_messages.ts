import { createFormatters } from "@formatjs/intl";
import type { Language } from "../../server/contract/settings.ts";
import { loadChunk } from "../load_chunk.ts";
import { createFormat, type Format } from "./format.ts";
import { dateTag, languageTag } from "./language.ts";
import { flattenTexts, type MessageKey } from "./messages.ts";

export type MessageValues = Record<string, string | number | Date>;

/** Returns the text of a key with its `{values}` filled in. */
export type Translate = (key: MessageKey, values?: MessageValues) => string;

/** Everything that depends on the language of the page. */
export interface Messages {
  language: Language;
  t: Translate;
  /** Returns whether a name from the server is the key of a text. */
  has: (name: string) => name is MessageKey;
  format: Format;
  /** Loads the texts that are not needed at the start, once; a failed load is repeated. */
  later: () => Promise<void>;
}

type FeatureTexts = Record<string, Record<string, string>>;

export interface LanguageTexts {
  texts: FeatureTexts;
  /** Loads the other texts; none by default. */
  loadLazily?: () => Promise<{ texts: FeatureTexts }>;
  /** The locale of dates; that of the language by default. */
  dateTag?: string;
}

export function newMessages(language: Language, { texts, loadLazily, dateTag }: LanguageTexts): Messages {
  const messages = flattenTexts(texts);
  let waiting: Promise<void> | undefined;
  const fetchLazily = async () => {
    try {
      if (loadLazily) Object.assign(messages, flattenTexts((await loadLazily()).texts));
    } catch (error) {
      waiting = undefined;
      throw error;
    }
  };
  const later = () => waiting ??= fetchLazily();
  const messageOf = createMessages(languageTag(language));
  const t: Translate = (key, values) => {
    const message = messages[key];
    // Types rule out a missing text, so its group is not loaded yet: a bug that should be noticed at once.
    if (message === undefined) throw new Error(`the text ${key} is not loaded`);
    // The build parses texts with placeholders; only the others remain strings.
    if (isPlain(message)) return message;
    return fill(message, values) ?? String(messageOf(key, message).format(values));
  };
  const has = (name: string): name is MessageKey => Object.hasOwn(messages, name);
  return { language, t, has, format: createFormat(languageTag(language), dateTag), later };
}

/** Caches messages with placeholders. Not `createIntl`, which adds a dozen formatters that Intl already has. */
function createMessages(tag: string) {
  const formatters = createFormatters();
  const cached = new Map<string, ReturnType<typeof formatters.getMessageFormat>>();
  return (key: string, text: string) => {
    const message = cached.get(key) ?? formatters.getMessageFormat(text, tag, undefined, { formatters });
    cached.set(key, message);
    return message;
  };
}

/** Loads the texts of one language that the start needs. */
export async function loadMessages(language: Language): Promise<Messages> {
  const { start, later } = loaders[language];
  return newMessages(language, {
    texts: await start(),
    loadLazily: async () => ({ texts: await later() }),
    dateTag: dateTag(language, navigator.languages),
  });
}

const loaders = {
  en: {
    start: async () => (await loadChunk(() => import("./en/start.ts"))).start,
    later: () => loadChunk(() => import("./en/later.ts")),
  },
  zh: {
    start: async () => (await loadChunk(() => import("./zh/start.ts"))).start,
    later: () => loadChunk(() => import("./zh/later.ts")),
  },
};

function isPlain(message: string): boolean {
  return typeof message === "string" && !message.includes("{");
}

/** Elements of a parsed message, as the parser numbers them. */
const LITERAL = 0;
const ARGUMENT = 1;

/**
 * Fills in a parsed message that consists of texts and names of values only. Returns null for any other, which needs `Intl`:
 * its first use takes 14 ms, and the login page needs it for nothing else.
 */
function fill(message: unknown, values: MessageValues = {}): string | null {
  if (!Array.isArray(message)) return null;
  let text = "";
  for (const { type, value } of message) {
    if (type === LITERAL) text += value;
    else if (type === ARGUMENT && typeof values[value] === "string") text += values[value];
    else return null;
  }
  return text;
}
