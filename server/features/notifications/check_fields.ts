// Validates the values of a channel form against the fields of its type.
import type { FieldIssue } from "../../contract/app_error.ts";
import { isSecretKind } from "../../contract/field_kinds.ts";
import type { ChannelField } from "../../contract/notifications.ts";
import type { Language } from "../../contract/settings.ts";
import type { ChannelType, Values } from "./channels/channel_type.ts";
import { isMasked, readProxy } from "../../platform/outbound/proxy.ts";
import { notificationMessages } from "./notification_messages.ts";

type Issue = Omit<FieldIssue, "path">;

/** Reads submitted values: resolves aliases and trims where surrounding spaces mean nothing. */
function readValues({ fields, aliases = {} }: ChannelType, values: Values): Record<string, string> {
  const isLines = (name: string) => fields.some((one) => one.name === name && mayHaveLines(one.kind));
  const read = new Map<string, string>();
  for (const [sent, value] of Object.entries(values)) {
    const name = Object.hasOwn(aliases, sent) ? aliases[sent] ?? sent : sent;
    // If both names were sent, the canonical one wins.
    if (name === sent ? value === "" && read.has(name) : values[name]) continue;
    read.set(name, isLines(name) ? value : value.trim());
  }
  return Object.fromEntries(read);
}

function mayHaveLines(kind: ChannelField["kind"]): boolean {
  return kind === "lines" || kind === "secret_lines";
}

/** Returns a value for every field of a type: the submitted one, else its default, else an empty one. */
export function completed({ fields }: ChannelType, values: Values): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, default: usual = "" }) => [name, values[name] || usual]));
}

/** Returns the issues of the values, as `fields.<name>`; messages of the type itself are in the given language. */
function fieldIssues(type: ChannelType, values: Values, language: Language): FieldIssue[] {
  const unknown = Object.keys(values).filter((name) => !type.fields.some((field) => field.name === name));
  const whole = completed(type, values);
  const single = [
    ...unknown.map((name) => at(name, { code: "unknown_field", params: { name } })),
    ...type.fields.flatMap((field) => {
      const issue = issueOf(field, whole[field.name] ?? "");
      return issue === null ? [] : [at(field.name, issue)];
    }),
  ];
  if (single.length > 0 || !type.check) return single;
  return Object.entries(type.check(whole)).map(([name, text]) =>
    at(name, { code: "channel_refuses", params: { reason: text[language] } })
  );
}

function issueOf({ kind, required, options = [] }: ChannelField, value: string): Issue | null {
  if (value === "") return required ? { code: "required" } : null;
  if (hasForeignSigns(value, mayHaveLines(kind) || kind === "secret")) return { code: "invalid_character" };
  if (kind === "number") {
    return isNumber(value) ? null : { code: "invalid_type", params: { expected: "number" } };
  }
  if (kind === "select") return oneOf(value, options.map((option) => option.value));
  if (kind === "switch") return oneOf(value, ["true", "false"]);
  return kind === "address" ? addressIssue(value) : null;
}

function oneOf(value: string, allowed: readonly string[]): Issue | null {
  if (allowed.includes(value)) return null;
  return { code: "invalid_value", params: { options: allowed.join(", ") } };
}

function addressIssue(value: string): Issue | null {
  if (!URL.canParse(value) || !/^https?:\/\//i.test(value)) return { code: "not_web_address" };
  const { username, password } = new URL(value);
  return username === "" && password === "" ? null : { code: "address_has_secret" };
}

function isNumber(value: string): boolean {
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(value);
}

function hasForeignSigns(value: string, isOfLines: boolean): boolean {
  // deno-lint-ignore no-control-regex -- control characters are exactly what is refused here
  return (isOfLines ? /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/ : /[\u0000-\u001f\u007f]/).test(
    value,
  );
}

function at(name: string, issue: Issue): FieldIssue {
  return { path: `fields.${name}`, ...issue };
}

/** What determines where a channel sends its secrets. */
export interface Destination {
  values: Values;
  /** Proxy address; null for none. */
  proxy: string | null;
}

/**
 * Returns what leads to another destination than before: field names, and `proxy`. Secrets entered for one
 * destination must not go to another, or anyone who can edit a channel could have them sent to themselves.
 */
export function changedDestinations(type: ChannelType, before: Destination, after: Destination): string[] {
  const [old, now] = [completed(type, before.values), completed(type, after.values)];
  const destinations = type.fields.filter(({ destination }) => destination);
  const originOf = ({ kind, name }: ChannelField, values: Values) => {
    const value = values[name] ?? "";
    // Replacing a key does not change the destination, but replacing it with an address does.
    return isSecretKind(kind) && !isAddress(value) ? "" : fieldPathOf(value);
  };
  const changed = destinations.filter((field) => originOf(field, old) !== originOf(field, now))
    .map(({ name }) => name);
  // A proxy can read unencrypted traffic. Mail through a proxy is always encrypted.
  const isOpen = destinations.some((field) => originOf(field, now).startsWith("http://"));
  const isProxied = isOpen && after.proxy !== null && after.proxy !== before.proxy;
  return isProxied ? [...changed, "proxy"] : changed;
}

function isAddress(value: string): boolean {
  return /^https?:\/\//i.test(value);
}

// A different path on the same server is the same destination.
function fieldPathOf(value: string): string {
  return isAddress(value) && URL.canParse(value) ? new URL(value).origin : value;
}

// Merges a request for a channel with its stored values, and validates the result.

/** The stored values of a channel, with its secrets decrypted. */
export interface StoredChannel {
  plain: Values;
  secrets: Values;
  proxy: string | null;
  redactedProxy: string;
}

interface ChannelRequest {
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

/**
 * Merges a request with the stored values: fields are replaced as a whole, and omitted secrets stay unchanged. With
 * `secretsLater`, required secrets may be missing.
 */
export function draftChannel(
  type: ChannelType,
  request: ChannelRequest,
  stored: StoredChannel,
  language: Language,
  secretsLater = false,
): ChannelDraft {
  const isSecret = (name: string) => type.fields.some((one) => one.name === name && isSecretKind(one.kind));
  const sent = request.fields === undefined ? { ...stored.plain } : readValues(type, request.fields);
  const proxy = readWishedProxy(request.proxy, stored);
  const plain = pick(sent, (name) => !isSecret(name));
  const given = pick(sent, isSecret);
  const left = pick(stored.secrets, (name) => given[name] === undefined);
  const secrets = { ...left, ...given };
  const drafts = {
    before: { values: { ...stored.plain, ...stored.secrets }, proxy: stored.proxy },
    after: { values: { ...plain, ...secrets }, proxy: proxy.proxy },
  };
  const changed = changedDestinations(type, drafts.before, drafts.after);
  const again = changed.length === 0 ? [] : Object.keys(left);
  const field = changed.map((name) => labelOf(type, name, language)).join(", ");
  const issues = [
    ...fieldIssues(type, { ...plain, ...secrets }, language).filter(({ path, code }) =>
      !(secretsLater && code === "required" && isSecret(path.slice("fields.".length)))
    ),
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
