// Merges a request for a channel with its stored values, and validates the result.
import type { FieldIssue } from "../../contract/app_error.ts";
import { isSecretKind } from "../../contract/field_kinds.ts";
import type { Language } from "../../contract/settings.ts";
import { isMasked, readProxy } from "../../platform/outbound/proxy.ts";
import type { ChannelType, Values } from "./channels/channel_type.ts";
import { changedDestinations, fieldIssues, readValues } from "./check_fields.ts";
import { notificationMessages } from "./notification_messages.ts";

/** The stored values of a channel, with its secrets decrypted. */
export interface StoredChannel {
  plain: Values;
  secrets: Values;
  proxy: string | null;
  redactedProxy: string;
}

export interface ChannelRequest {
  fields?: Values | undefined;
  proxy?: string | undefined;
}

export interface ChannelDraft {
  plain: Record<string, string>;
  secrets: Record<string, string>;
  proxy: string | null;
  issues: FieldIssue[];
}

/** The values of a channel that does not exist yet. */
export const nothingStored: StoredChannel = { plain: {}, secrets: {}, proxy: null, redactedProxy: "" };

/** Merges a request with the stored values: fields are replaced as a whole, and omitted secrets stay unchanged. */
export function draftChannel(
  type: ChannelType,
  request: ChannelRequest,
  stored: StoredChannel,
  language: Language,
): ChannelDraft {
  const isSecret = (name: string) => type.fields.some((one) => one.name === name && isSecretKind(one.kind));
  const sent = request.fields === undefined ? { ...stored.plain } : readValues(type, request.fields);
  const proxy = readWishedProxy(request.proxy, stored);
  const plain = pick(sent, (name) => !isSecret(name));
  const given = pick(sent, isSecret);
  const left = pick(stored.secrets, (name) => given[name] === undefined);
  const secrets = { ...left, ...given };
  const places = {
    before: { values: { ...stored.plain, ...stored.secrets }, proxy: stored.proxy },
    after: { values: { ...plain, ...secrets }, proxy: proxy.proxy },
  };
  const changed = changedDestinations(type, places.before, places.after);
  const again = changed.length === 0 ? [] : Object.keys(left);
  const field = changed.map((name) => labelOf(type, name, language)).join(", ");
  const issues = [
    ...fieldIssues(type, { ...plain, ...secrets }, language),
    ...again.map((name) => ({ path: `fields.${name}`, code: "secret_again" as const, params: { field } })),
    ...proxy.issues,
  ];
  return { plain, secrets: pick(secrets, (name) => secrets[name] !== ""), proxy: proxy.proxy, issues };
}

function labelOf({ fields }: ChannelType, name: string, language: Language): string {
  const field = fields.find((one) => one.name === name);
  return field ? field.label[language] : notificationMessages[language].proxyField;
}

function pick(values: Values, wanted: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => wanted(name)));
}

function readWishedProxy(
  sent: string | undefined,
  { proxy, redactedProxy }: StoredChannel,
): { proxy: string | null; issues: FieldIssue[] } {
  const text = sent?.trim();
  // The client sees the proxy with its password masked; the masked value coming back means the stored one.
  if (text === undefined || text === redactedProxy) return { proxy, issues: [] };
  if (text === "") return { proxy: null, issues: [] };
  const rejected = (code: "proxy_password_hidden" | "bad_proxy") => ({
    proxy,
    issues: [{ path: "proxy", code }],
  });
  if (isMasked(text)) return rejected("proxy_password_hidden");
  if (!text.includes("://") || readProxy(text) === null) return rejected("bad_proxy");
  return { proxy: text, issues: [] };
}
