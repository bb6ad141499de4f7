// Short ways to write a field down.
import type { ChannelField } from "../../../contract/notifications.ts";

type Said = { en: string; zh: string };
type More = Partial<Pick<ChannelField, "help" | "default" | "options">>;

/** A field that must be filled in. */
export function required(
  name: string,
  kind: ChannelField["kind"],
  en: string,
  zh: string,
  more: More = {},
): ChannelField {
  return { name, kind, label: { en, zh }, required: true, ...more };
}

/** A field that may stay empty. */
export function optional(
  name: string,
  kind: ChannelField["kind"],
  en: string,
  zh: string,
  more: More = {},
): ChannelField {
  return { name, kind, label: { en, zh }, required: false, ...more };
}

/** One choice of a select. */
export function choice(value: string, en: string, zh: string): { value: string; label: Said } {
  return { value, label: { en, zh } };
}
