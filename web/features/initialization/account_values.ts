import type { InitializationBody } from "../../../server/contract/auth.ts";
import type { Language } from "../../../server/contract/settings.ts";
import type { Translate } from "../../messages/create_messages.ts";

export interface AccountValues {
  username: string;
  password: string;
  passwordAgain: string;
  timeZone: string;
  code: string;
}

export type AccountIssues = Partial<Record<keyof AccountValues, string>>;

const shortestPassword = 8;

/** Returns messages for values that the server would reject. */
export function findAccountIssues(values: AccountValues, codeRequired: boolean, t: Translate): AccountIssues {
  const errors: AccountIssues = {};
  const label = t("initialization.password");
  if (values.username.trim() === "") errors.username = required(t, "initialization.username");
  if (values.password === "") errors.password = required(t, "initialization.password");
  else if (values.password.trim().toLowerCase() === "admin") {
    errors.password = t("initialization.passwordIsAdmin");
  } else if ([...values.password].length < shortestPassword) {
    errors.password = t("ui.tooShort", { label, min: shortestPassword });
  }
  if (values.passwordAgain !== values.password) errors.passwordAgain = t("initialization.passwordsDiffer");
  if (codeRequired && values.code.trim() === "") errors.code = required(t, "initialization.code");
  return errors;
}

function required(
  t: Translate,
  label: "initialization.username" | "initialization.password" | "initialization.code",
): string {
  return t("ui.required", { label: t(label) });
}

/** Returns the body of the setup request. */
export function accountBody(values: AccountValues, language: Language): InitializationBody {
  const { username, password, timeZone } = values;
  const code = values.code.trim();
  return { username: username.trim(), password, language, timeZone, ...(code && { code }) };
}

export type Strength = "weak" | "fair" | "good" | "strong";
export type StrengthHint = "longer" | "varied" | "username";

interface Rating {
  strength: Strength;
  /** The most useful suggestion; null when none is needed. */
  hint: StrengthHint | null;
}

const levels: readonly [number, Strength][] = [[70, "strong"], [50, "good"], [36, "fair"]];

/** Rates a password by estimated bits of entropy, discounting repetition. */
export function ratePassword(password: string, username: string): Rating {
  const name = username.trim().toLowerCase();
  if (name.length > 2 && password.toLowerCase().includes(name)) return { strength: "weak", hint: "username" };
  const bits = new Set(password).size * Math.log2(alphabetOf(password)) * lengthBonus(password);
  const strength = levels.find(([min]) => bits >= min)?.[1] ?? "weak";
  if (strength === "strong") return { strength, hint: null };
  return { strength, hint: password.length < 12 ? "longer" : "varied" };
}

function alphabetOf(password: string): number {
  const kinds: [RegExp, number][] = [[/[a-z]/, 26], [/[A-Z]/, 26], [/[0-9]/, 10], [/[^a-zA-Z0-9]/, 33]];
  return kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 1);
}

/** Repeated characters count a little, so that long passphrases do not rate as short ones. */
function lengthBonus(password: string): number {
  return password === "" ? 0 : 1 + (password.length / new Set(password).size - 1) * 0.3;
}
