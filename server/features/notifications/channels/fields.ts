// Shorthands for defining fields.
import type { ChannelField } from "../../../contract/notifications.ts";
import type { LocalizedText } from "./channel_type.ts";
import { trimEnd } from "../../../contract/trim_end.ts";

/**
 * `destination`: determines where the channel's secrets are sent; `content`: anything else, including the
 * secrets.
 */
type Role = "destination" | "content";
type More = Partial<Pick<ChannelField, "help" | "default" | "initial" | "options">>;

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

export function choice(value: string, en: string, zh: string): { value: string; label: LocalizedText } {
  return { value, label: { en, zh } };
}

/** Omits empty values, for services that interpret an empty value as set. */
export function filled(values: Record<string, string | null | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => value ? [[name, value]] : []),
  );
}

/** Strips trailing slashes from an address, so that a path can follow. */
export function withoutSlash(address: string): string {
  return trimEnd(address.trim(), "/");
}

/** Splits a list as users type it and drops empty items. */
export function splitList(text: string, separators: RegExp): string[] {
  return text.split(separators).map((one) => one.trim()).filter(Boolean);
}
