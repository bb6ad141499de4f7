// The messages of notifications in both languages.
import type { Language } from "../../contract/settings.ts";
import { en } from "./messages/en.ts";
import type { NotificationMessages } from "./messages/messages_shape.ts";
import { zh } from "./messages/zh.ts";

/** The messages of notifications by language. */
export const notificationMessages: Record<Language, NotificationMessages> = { en, zh };
