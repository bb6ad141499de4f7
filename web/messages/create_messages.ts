import { createFormatters } from "@formatjs/intl";
import type { Language } from "../../server/contract/settings.ts";
import { loadChunk } from "../load_chunk.ts";
import { createFormat, type Format } from "./format.ts";
import { dateTag, languageTag } from "./language.ts";
import { flattenTexts, type MessageKey } from "./messages.ts";

export type MessageValues = Record<string, string | number | Date>;

/** Gives the text of a key, its `{values}` filled in. */
export type Translate = (key: MessageKey, values?: MessageValues) => string;

/** Everything that depends on the language of the page. */
export interface Messages {
  language: Language;
  t: Translate;
  /** Tells whether a name, made of what the panel sent, is that of a text. */
  has: (name: string) => name is MessageKey;
  format: Format;
  /** Loads the texts that the start does without, once; again after that failed. */
  later: () => Promise<void>;
}

type FeatureTexts = Record<string, Record<string, string>>;

export interface LanguageTexts {
  texts: FeatureTexts;
  /** Fetches the other texts; there are none unless told. */
  loadLazily?: () => Promise<{ texts: FeatureTexts }>;
  /** By which dates are written; the language's own unless told. */
  dateTag?: string;
}

/** Makes the words of one language from its texts. */
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
    // Types make a missing text impossible, so it is shown before its part of the texts was loaded: a bug to be seen at once.
    if (message === undefined) throw new Error(`the text ${key} is not loaded`);
    // The build leaves only texts without placeholders as strings; their parser is not there.
    return isPlain(message) ? message : String(messageOf(key, message).format(values));
  };
  const has = (name: string): name is MessageKey => Object.hasOwn(messages, name);
  return { language, t, has, format: createFormat(languageTag(language), dateTag), later };
}

/** Makes messages of texts with placeholders, each once. Not `createIntl`: it brings a dozen formatters that Intl has anyway. */
function createMessages(tag: string) {
  const formatters = createFormatters();
  const made = new Map<string, ReturnType<typeof formatters.getMessageFormat>>();
  return (key: string, text: string) => {
    const message = made.get(key) ?? formatters.getMessageFormat(text, tag, undefined, { formatters });
    made.set(key, message);
    return message;
  };
}

/** Loads the texts of one language that the start needs; the other language stays on the server. */
export async function loadMessages(language: Language): Promise<Messages> {
  const { start, later } = loaders[language];
  const loaded = await start();
  return newMessages(language, {
    ...loaded,
    loadLazily: later,
    dateTag: dateTag(language, navigator.languages),
  });
}

const loaders = {
  en: {
    start: () => loadChunk(() => import("./en/load.ts")),
    later: () => loadChunk(() => import("./en/load_lazily.ts")),
  },
  zh: {
    start: () => loadChunk(() => import("./zh/load.ts")),
    later: () => loadChunk(() => import("./zh/load_lazily.ts")),
  },
};

function isPlain(message: string): boolean {
  return typeof message === "string" && !message.includes("{");
}
