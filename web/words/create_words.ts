import { createIntl, createIntlCache } from "@formatjs/intl";
import type { ContractWords } from "../../server/contract/words/en.ts";
import type { Language } from "../../server/contract/settings.ts";
import { createFormat, type Format } from "./format.ts";
import { languageTag } from "./language.ts";
import { type AllTexts, flattenTexts, type WordKey } from "./messages.ts";

export type WordValues = Record<string, string | number | Date>;

/** Gives the text of a key, its `{values}` filled in. */
export type Translate = (key: WordKey, values?: WordValues) => string;

/** Everything that depends on the language of the page. */
export interface Words {
  language: Language;
  t: Translate;
  format: Format;
  /** The words of the API's errors and of refused fields, by code. */
  contract: ContractWords;
}

export interface LanguageTexts {
  texts: AllTexts;
  contract: ContractWords;
}

/** Makes the words of one language from its texts. */
export function createWords(language: Language, { texts, contract }: LanguageTexts): Words {
  const messages = flattenTexts(texts);
  const intl = createIntl(
    { locale: languageTag(language), messages, onError: reportFault },
    createIntlCache(),
  );
  const t: Translate = (key, values) => {
    const message = messages[key];
    // The build leaves only texts without placeholders as strings; intl would ask for its parser, which is not there.
    return isPlain(message) ? message : String(intl.formatMessage({ id: key }, values));
  };
  return { language, t, format: createFormat(languageTag(language)), contract };
}

/** Loads the texts of one language only; the other stays on the server. */
export async function loadWords(language: Language): Promise<Words> {
  const loaded = language === "en" ? await import("./en/load.ts") : await import("./zh/load.ts");
  return createWords(language, loaded);
}

function isPlain(message: string | undefined): message is string {
  return typeof message === "string" && !message.includes("{");
}

function reportFault(error: unknown): void {
  throw error; // types make a missing text impossible, so this is a wrong placeholder: a bug to be seen at once
}
