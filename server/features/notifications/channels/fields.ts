// Short ways to write a field down.
import type { ChannelField } from "../../../contract/notifications.ts";

type Reply = { en: string; zh: string };
/** `destination`: part of where the channel's secrets are sent; `content`: anything else, the secrets among it. */
type Role = "destination" | "content";
type More = Partial<Pick<ChannelField, "help" | "default" | "options">>;

/** A field that must be filled in. */
export function required(
  name: string,
  kind: ChannelField["kind"],
  role: Role,
  en: string,
  zh: string,
  more: More = {},
): ChannelField {
  return { name, kind, label: { en, zh }, required: true, destination: role === "destination", ...more };
}

/** A field that may stay empty. */
export function optional(
  name: string,
  kind: ChannelField["kind"],
  role: Role,
  en: string,
  zh: string,
  more: More = {},
): ChannelField {
  return { name, kind, label: { en, zh }, required: false, destination: role === "destination", ...more };
}

/** One choice of a select. */
export function choice(value: string, en: string, zh: string): { value: string; label: Reply } {
  return { value, label: { en, zh } };
}
