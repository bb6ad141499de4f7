import type { Translate } from "../../messages/create_messages.ts";

export interface NewPassword {
  password: string;
  passwordAgain: string;
}

const SHORTEST = 8;

/** Returns messages for a new password, typed twice, that the server would reject. */
export function findNewPasswordIssues(
  { password, passwordAgain }: NewPassword,
  t: Translate,
): Partial<Record<keyof NewPassword, string>> {
  const errors: Partial<Record<keyof NewPassword, string>> = {};
  const label = t("initialization.password");
  if (password === "") errors.password = t("ui.required", { label });
  else if (password.trim().toLowerCase() === "admin") errors.password = t("initialization.passwordIsAdmin");
  else if ([...password].length < SHORTEST) errors.password = t("ui.tooShort", { label, min: SHORTEST });
  if (passwordAgain === "") {
    errors.passwordAgain = t("ui.required", { label: t("initialization.passwordAgain") });
  } else if (passwordAgain !== password) errors.passwordAgain = t("initialization.passwordsDiffer");
  return errors;
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
