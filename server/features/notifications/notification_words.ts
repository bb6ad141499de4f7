// What notifications say, in both languages.
import type { Language } from "../../contract/settings.ts";
import { en } from "./words/en.ts";
import type { NotificationMessages } from "./words/words_shape.ts";
import { zh } from "./words/zh.ts";

/** What notifications say, by language. */
export const notificationMessages: Record<Language, NotificationMessages> = { en, zh };
