// What entries of the panel's own log say in the language of the caller.
import type { Language } from "../../contract/settings.ts";

/** The English sentences of the log in another language. */
type Sentences = Readonly<Record<string, string>>;

export interface EntryTexts {
  /** Returns a sentence as it is displayed. A sentence of an older version may have no translation. */
  textOf(message: string): string;
  /** Returns the English sentences that are displayed with a text, ignoring case. */
  sentencesWith(text: string): string[];
}

/** Returns the sentences in a language. */
export async function entryTexts(language: Language): Promise<EntryTexts> {
  const sentences: Sentences = language === "zh"
    ? (await import("../../contract/messages/system_log_zh.ts")).systemLogZh
    : {};
  return {
    textOf: (message) => sentences[message] ?? message.replace(/^[a-z]/, (letter) => letter.toUpperCase()),
    sentencesWith(text) {
      const wanted = text.toLowerCase();
      return Object.keys(sentences).filter((message) => sentences[message]!.toLowerCase().includes(wanted));
    },
  };
}
