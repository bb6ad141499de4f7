// The messages of notifications in both languages.
import type { Language } from "../../contract/settings.ts";
import { translateStored } from "../../platform/stored_texts.ts";
import { en } from "./messages/en.ts";
import type { NotificationMessages } from "./messages/messages_shape.ts";
import { zh } from "./messages/zh.ts";

export const notificationMessages: Record<Language, NotificationMessages> = { en, zh };

const translateResponse = translateStored({ en: en.errors, zh: zh.errors });

/** Returns a delivery with the panel's own response in a language; those of services stay as they are. */
export function inLanguage<T extends { answer: string | null }>(delivery: T, language: Language): T {
  return { ...delivery, answer: translateResponse(delivery.answer, language) };
}
