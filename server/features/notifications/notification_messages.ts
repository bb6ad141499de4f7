// What notifications say, in both languages.
import type { Language } from "../../contract/settings.ts";
import { en } from "./messages/en.ts";
import type { NotificationMessages } from "./messages/messages_shape.ts";
import { zh } from "./messages/zh.ts";

/** What notifications say, by language. */
export const notificationMessages: Record<Language, NotificationMessages> = { en, zh };
