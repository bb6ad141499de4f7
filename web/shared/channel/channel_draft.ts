// The draft of a channel in its form. The server never sends secrets, so the form only knows whether one is stored.
import { isSecretKind } from "../../../server/contract/field_kinds.ts";
import type {
  Channel,
  ChannelField,
  ChannelInput,
  ChannelTypeEntry,
} from "../../../server/contract/notifications.ts";
import { type SecretAction, storedSecret } from "../../ui/inputs/secret_action.ts";

export interface ChannelDraft {
  type: string;
  name: string;
  /** Fields that are not secrets. */
  values: Record<string, string>;
  secrets: Record<string, SecretAction>;
  proxy: string;
  isDefault: boolean;
}

/** Returns a draft for a new channel of a type, with the defaults of its fields. */
export function newDraft({ type, fields }: ChannelTypeEntry, name: string): ChannelDraft {
  const plain = fields.filter(({ kind }) => !isSecretKind(kind));
  const values = Object.fromEntries(plain.map(({ name, default: usual = "" }) => [name, usual]));
  return { type, name, values, secrets: {}, proxy: "", isDefault: false };
}

/** Returns the draft of an existing channel. */
export function draftOf({ type, name, fields, proxy, isDefault }: Channel): ChannelDraft {
  return { type, name, values: fields, secrets: {}, proxy, isDefault };
}

/** Sets what to do with a secret; keeping it restores the untouched state. */
export function withSecret(
  { secrets }: ChannelDraft,
  name: string,
  secret: SecretAction,
): ChannelDraft["secrets"] {
  const others = Object.entries(secrets).filter(([other]) => other !== name);
  return Object.fromEntries(secret.act === "keep" ? others : [...others, [name, secret]]);
}

/** Returns the fields to send: an omitted secret stays unchanged, an empty one is removed. */
export function sentFields({ values, secrets }: ChannelDraft): Record<string, string> {
  const plain = Object.entries(values).filter(([, value]) => value !== "");
  const changed = Object.entries(secrets).flatMap(([name, secret]) => {
    if (secret.act === "keep") return [];
    return [[name, secret.act === "remove" ? "" : secret.text]];
  });
  return Object.fromEntries([...plain, ...changed]);
}

/** Returns a new channel as it is sent. The server makes the first channel the default. */
export function sentChannel(draft: ChannelDraft): ChannelInput {
  const { type, name, proxy, isDefault } = draft;
  return {
    ...{ type, name: name.trim(), fields: sentFields(draft) },
    ...(proxy.trim() !== "" && { proxy: proxy.trim() }),
    ...(isDefault && { isDefault }),
  };
}

/** Returns the names of required fields that would be empty; `stored` lists the secrets on the server. */
export function missingFields(
  { fields }: ChannelTypeEntry,
  { values, secrets }: ChannelDraft,
  stored: readonly string[],
): string[] {
  const isThere = ({ name, kind, default: usual }: ChannelField) => {
    if (!isSecretKind(kind)) return (values[name] ?? "").trim() !== "" || Boolean(usual);
    const secret = secrets[name] ?? storedSecret;
    return secret.act === "replace"
      ? secret.text.trim() !== ""
      : secret.act === "keep" && stored.includes(name);
  };
  return fields.filter((field) => field.required && !isThere(field)).map(({ name }) => name);
}

/**
 * Returns the fields that lead to another destination than the saved ones, as far as the page can know: it never learns
 * the value of a stored secret. Stored secrets must then be entered again.
 */
export function movedFields(
  { fields }: ChannelTypeEntry,
  saved: ChannelDraft,
  draft: ChannelDraft,
): ChannelField[] {
  const originOf = ({ name, default: usual = "" }: ChannelField, { values }: ChannelDraft) => {
    const value = (values[name] ?? "").trim() || usual;
    return /^https?:\/\//i.test(value) && URL.canParse(value) ? new URL(value).origin : value;
  };
  return fields.filter((field) =>
    field.destination && !isSecretKind(field.kind) && originOf(field, saved) !== originOf(field, draft)
  );
}

/** Returns a name that no other channel has: the service's, with a number from the second one on. */
export function freeName(label: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  const names = [label, ...taken.map((_, index) => `${label} ${index + 2}`)];
  return names.find((name) => !used.has(name.toLowerCase())) ?? label;
}
