// What people enter into the form of a channel, against what its type asks for.
import type { FieldIssue } from "../../contract/app_error.ts";
import type { ChannelField } from "../../contract/notifications.ts";
import type { Language } from "../../contract/settings.ts";
import type { ChannelType, Values } from "./channels/channel_type.ts";

type Issue = Omit<FieldIssue, "path">;

/** Trims values where spaces around them mean nothing. */
export function trimmed({ fields }: ChannelType, values: Values): Record<string, string> {
  const isLines = (name: string) => fields.some((one) => one.name === name && one.kind === "lines");
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isLines(name) ? value : value.trim()]),
  );
}

/** Gives every field of a type a value: the one entered, else its default, else an empty one. */
export function completed({ fields }: ChannelType, values: Values): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, default: usual = "" }) => [name, values[name] || usual]));
}

/** Lists what is wrong with values, as `fields.<name>`; texts of the type itself are in the caller's language. */
export function fieldIssues(type: ChannelType, values: Values, language: Language): FieldIssue[] {
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
  return Object.entries(type.check(whole)).map(([name, said]) =>
    at(name, { code: "channel_refuses", params: { reason: said[language] } })
  );
}

function issueOf({ kind, required, options = [] }: ChannelField, value: string): Issue | null {
  if (value === "") return required ? { code: "required" } : null;
  if (hasForeignSigns(value, kind === "lines" || kind === "secret")) return { code: "invalid_character" };
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

function hasForeignSigns(value: string, mayHaveLines: boolean): boolean {
  // deno-lint-ignore no-control-regex -- control characters are exactly what is refused here
  return (mayHaveLines ? /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/ : /[\u0000-\u001f\u007f]/).test(
    value,
  );
}

function at(name: string, issue: Issue): FieldIssue {
  return { path: `fields.${name}`, ...issue };
}

/** Where values lead. */
export interface Place {
  values: Values;
  /** Address of the proxy; null for none. */
  proxy: string | null;
}

/**
 * Tells whether values lead to another place than those before: secrets that were entered for the one are not for the other, or
 * whoever may change a channel could have them sent to themselves.
 */
export function leadsElsewhere(type: ChannelType, before: Place, after: Place): boolean {
  const [old, now] = [completed(type, before.values), completed(type, after.values)];
  const places = type.fields.filter(({ name, kind }) => isPlace(name, kind)).map(({ name }) => name);
  if (places.some((name) => placeOf(old[name]) !== placeOf(now[name]))) return true;
  // What is not encrypted is read by whoever passes it on.
  const isOpen = places.some((name) => /^http:/i.test(now[name] ?? ""));
  return isOpen && after.proxy !== null && after.proxy !== before.proxy;
}

function isPlace(name: string, kind: ChannelField["kind"]): boolean {
  return kind === "address" || kind !== "secret" && /(host|server|domain|url)$/i.test(name);
}

// Another path of the same server is the same place.
function placeOf(value = ""): string {
  return URL.canParse(value) && /^https?:/i.test(value) ? new URL(value).origin : value;
}
