// The values of the channel form. The server never sends secrets, so the form only knows whether one is stored.
import { isSecretKind } from "../../../server/contract/field_kinds.ts";
import type {
  Channel,
  ChannelField,
  ChannelInput,
  ChannelTypeEntry,
  OwnChannel,
} from "../../../server/contract/notifications.ts";
import type { NotificationEvent } from "../../../server/contract/notification_events.ts";
import { type SecretAction, storedSecret } from "../../ui/inputs/secret_action.ts";

export interface ChannelValues {
  type: string;
  name: string;
  /** The fields of the service: a text, or for a secret what to do with it. */
  fields: Record<string, string | SecretAction>;
  proxy: string;
  isDefault: boolean;
  /** What a channel of one's own receives. */
  events?: readonly NotificationEvent[];
}

/** A channel of the panel, or of one's own. */
export type AnyChannel = Channel | OwnChannel;

/** Returns the values of a new channel of a type, with the defaults and suggestions of its fields. */
export function newValues({ type, fields }: ChannelTypeEntry, name: string): ChannelValues {
  const start = fields.map(({ name, kind, default: usual = "", initial = usual }) => {
    if (!isSecretKind(kind)) return [name, initial];
    return [name, initial === "" ? storedSecret : { kind: "replace", text: initial }];
  });
  return { type, name, fields: Object.fromEntries(start), proxy: "", isDefault: false };
}

export function valuesOf(channel: AnyChannel, entry: ChannelTypeEntry): ChannelValues {
  const { type, name, fields, proxy } = channel;
  const empty = entry.fields.map(({ name, kind }) => [name, isSecretKind(kind) ? storedSecret : ""]);
  const shared = { type, name, fields: { ...Object.fromEntries(empty), ...fields }, proxy };
  return "events" in channel
    ? { ...shared, isDefault: false, events: channel.events }
    : { ...shared, isDefault: channel.isDefault };
}

/** Returns the fields to send: an omitted secret stays unchanged, an empty one is removed. */
export function sentFields({ fields }: Pick<ChannelValues, "fields">): Record<string, string> {
  const sent = Object.entries(fields).flatMap(([name, value]) => {
    if (typeof value === "string") return value === "" ? [] : [[name, value]];
    if (value.kind === "keep") return [];
    return [[name, value.kind === "remove" ? "" : value.text]];
  });
  return Object.fromEntries(sent);
}

/** Returns a new channel as it is sent. The server makes the first channel the default. */
export function sentChannel(values: ChannelValues): ChannelInput {
  const { type, name, proxy, isDefault, events } = values;
  return {
    ...{ type, name: name.trim(), fields: sentFields(values) },
    ...(proxy.trim() !== "" && { proxy: proxy.trim() }),
    ...(isDefault && { isDefault }),
    ...(events && { events }),
  };
}

/** Returns the required fields that would be empty; `stored` lists the secrets on the server. */
export function missingFields(
  entry: ChannelTypeEntry,
  { fields }: ChannelValues,
  stored: readonly string[],
): ChannelField[] {
  const isSet = ({ name, default: usual }: ChannelField) => {
    const value = fields[name] ?? "";
    if (typeof value === "string") return value.trim() !== "" || Boolean(usual);
    return value.kind === "replace"
      ? value.text.trim() !== ""
      : value.kind === "keep" && stored.includes(name);
  };
  return entry.fields.filter((field) => field.required && !isSet(field));
}

/**
 * Returns the fields that lead to another destination than the saved ones, as far as the page can know: it never learns
 * the value of a stored secret. Stored secrets must then be entered again.
 */
export function movedFields(
  { fields }: ChannelTypeEntry,
  saved: ChannelValues,
  values: ChannelValues,
): ChannelField[] {
  const originOf = ({ name, default: usual = "" }: ChannelField, { fields }: ChannelValues) => {
    const value = fields[name] ?? "";
    const address = (typeof value === "string" ? value.trim() : "") || usual;
    return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address).origin : address;
  };
  return fields.filter((field) =>
    field.destination && !isSecretKind(field.kind) && originOf(field, saved) !== originOf(field, values)
  );
}

/** Returns a name that no other channel has: the service's, with a number from the second one on. */
export function freeName(label: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  const names = [label, ...taken.map((_, index) => `${label} ${index + 2}`)];
  return names.find((name) => !used.has(name.toLowerCase())) ?? label;
}
