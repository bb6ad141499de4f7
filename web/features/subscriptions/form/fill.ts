// What the form fills in by itself: from a pasted line, and from an address.

import { readSubscriptionAddress, withoutSecret } from "../../../../server/contract/subscription_address.ts";
import { readSubscriptionLine } from "../../../../server/contract/subscription_line.ts";
import type { Draft } from "./draft.ts";
import { type SecretAction, storedSecret } from "../../../ui/inputs/secret_action.ts";

const scriptName = /\.(js|mjs|cjs|jsx|ts|mts|tsx|py|sh|bash|rb|php|pl|lua)$/i;

/**
 * Fills a draft from a pasted `ql repo …` or `ql raw …` line; null when the text is none. One that is edited keeps its name and its
 * folder: the tasks of both would go with another.
 */
export function fillFromLine(draft: Draft, text: string, { editing = false } = {}): Draft | null {
  const line = readSubscriptionLine(text);
  if (!line) return null;
  const { password, pullMethod, ...rest } = line;
  return {
    ...draft,
    ...rest,
    pullMethod: pullMethod ?? draft.pullMethod,
    password: secretOf(password),
    privateKey: storedSecret,
    passphrase: "",
    // Of a new one they follow from the address again.
    ...(!editing && { alias: "", name: "" }),
  };
}

/** Puts an address into a draft. The type follows as long as nobody chose another; user name and password go to their own fields. */
export function withAddress(draft: Draft, typed: string): Partial<Draft> {
  const { url, user, password } = withoutSecret(typed);
  const type = typeOf(url);
  const follows = draft.url.trim() === "" || draft.type === typeOf(draft.url);
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
  // While one types, what stands before `@` may still become a password: it is left where it is.
  return { url: typed, ...(follows && type && { type }), ...(ssh && { pullMethod: "ssh_key" as const }) };
}

/** Says what an address is most likely of. */
function typeOf(url: string): Draft["type"] | undefined {
  const address = readSubscriptionAddress(url);
  if (!address) return undefined;
  if (address.protocol === "ssh") return "private_repository";
  return scriptName.test(address.path.replace(/[?#].*$/, "")) ? "file" : "public_repository";
}

function secretOf(text: string): SecretAction {
  return text === "" ? storedSecret : { act: "replace", text };
}
