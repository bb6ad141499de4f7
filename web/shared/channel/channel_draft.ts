// A channel as its form holds it. Secrets are never sent by the panel, so the form only knows whether there is one.
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
  /** Fields that are no secrets. */
  values: Record<string, string>;
  secrets: Record<string, SecretAction>;
  proxy: string;
  isDefault: boolean;
}

/** Starts a channel of a type, with what its fields have from the start. */
export function newDraft({ type, fields }: ChannelTypeEntry, name: string): ChannelDraft {
  const plain = fields.filter(({ kind }) => !isSecretKind(kind));
  const values = Object.fromEntries(plain.map(({ name, default: usual = "" }) => [name, usual]));
  return { type, name, values, secrets: {}, proxy: "", isDefault: false };
}

/** Reads a channel that is there. */
export function draftOf({ type, name, fields, proxy, isDefault }: Channel): ChannelDraft {
  return { type, name, values: fields, secrets: {}, proxy, isDefault };
}

/** Changes what becomes of one secret; one that stays as it is, is as if it had never been touched. */
export function withSecret(
  { secrets }: ChannelDraft,
  name: string,
  secret: SecretAction,
): ChannelDraft["secrets"] {
  const others = Object.entries(secrets).filter(([other]) => other !== name);
  return Object.fromEntries(secret.act === "keep" ? others : [...others, [name, secret]]);
}

/** Gives the fields as they are sent: a secret that is left out stays, an empty one is removed. */
export function sentFields({ values, secrets }: ChannelDraft): Record<string, string> {
  const plain = Object.entries(values).filter(([, value]) => value !== "");
  const changed = Object.entries(secrets).flatMap(([name, secret]) => {
    if (secret.act === "keep") return [];
    return [[name, secret.act === "remove" ? "" : secret.text]];
  });
  return Object.fromEntries([...plain, ...changed]);
}

/** Gives a new channel as it is sent. The panel makes the first one the default by itself. */
export function sentChannel(draft: ChannelDraft): ChannelInput {
  const { type, name, proxy, isDefault } = draft;
  return {
    ...{ type, name: name.trim(), fields: sentFields(draft) },
    ...(proxy.trim() !== "" && { proxy: proxy.trim() }),
    ...(isDefault && { isDefault }),
  };
}

/** Lists the required fields that would be empty; `stored` are the secrets the panel has. */
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
 * Lists the fields that lead to another destination than the saved ones, as far as the page can know: what a saved secret holds
 * it never learns. Stored secrets have to be entered again then.
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

/** Makes a name that no other channel has: the service's, with a number from the second one on. */
export function freeName(label: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  const names = [label, ...taken.map((_, index) => `${label} ${index + 2}`)];
  return names.find((name) => !used.has(name.toLowerCase())) ?? label;
}
