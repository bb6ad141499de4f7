// Fills the form from a pasted line or from an address.

import { readSubscriptionAddress, withoutSecret } from "../../../../server/contract/subscription_address.ts";
import { readSubscriptionLine } from "../../../../server/contract/subscription_line.ts";
import type { SubscriptionValues } from "./subscription_values.ts";
import { type SecretAction, storedSecret } from "../../../ui/inputs/secret_action.ts";

const scriptName = /\.(js|mjs|cjs|jsx|ts|mts|tsx|py|sh|bash|rb|php|pl|lua)$/i;

/**
 * Fills the form from a pasted `ql repo …` or `ql raw …` line; null for other texts. An edited subscription keeps its name and
 * folder, because tasks belong to them.
 */
export function fillFromLine(
  values: SubscriptionValues,
  text: string,
  { editing = false } = {},
): SubscriptionValues | null {
  const line = readSubscriptionLine(text);
  if (!line) return null;
  const { password, pullMethod, ...rest } = line;
  return {
    ...values,
    ...rest,
    pullMethod: pullMethod ?? values.pullMethod,
    password: secretOf(password),
    privateKey: storedSecret,
    passphrase: "",
    // For a new subscription they are derived from the address again.
    ...(!editing && { alias: "", name: "" }),
  };
}

/** Returns the fields that follow from an address. The type follows until the user selects another; user name and password get fields of their own. */
export function withAddress(values: SubscriptionValues, typed: string): Partial<SubscriptionValues> {
  const { url, user, password } = withoutSecret(typed);
  const type = typeOf(url);
  const follows = values.url.trim() === "" || values.type === typeOf(values.url);
  const ssh = readSubscriptionAddress(url)?.protocol === "ssh";
  if (password !== null) {
    return {
      url,
      type: type === "file" ? "file" : "private_repository",
      pullMethod: "password",
      username: user ?? "",
      password: secretOf(password),
    };
  }
  // While the user types, the text before `@` may still become a password, so it stays.
  return { url: typed, ...(follows && type && { type }), ...(ssh && { pullMethod: "ssh_key" as const }) };
}

function typeOf(url: string): SubscriptionValues["type"] | undefined {
  const address = readSubscriptionAddress(url);
  if (!address) return undefined;
  if (address.protocol === "ssh") return "private_repository";
  return scriptName.test(address.path.split(/[?#]/, 1)[0] ?? "") ? "file" : "public_repository";
}

function secretOf(text: string): SecretAction {
  return text === "" ? storedSecret : { kind: "replace", text };
}
