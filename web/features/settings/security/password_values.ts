import type { Translate } from "../../../words/create_words.ts";

export interface PasswordValues {
  current: string;
  next: string;
  again: string;
}

export type PasswordFaults = Partial<Record<keyof PasswordValues, string>>;

export const noPasswords: PasswordValues = { current: "", next: "", again: "" };
const shortest = 8;

/** Finds what the panel would refuse, in words, before it is asked. */
export function findPasswordFaults({ current, next, again }: PasswordValues, t: Translate): PasswordFaults {
  const faults: PasswordFaults = {};
  const label = t("security.next");
  if (current === "") faults.current = t("form.required", { label: t("security.current") });
  if (next === "") faults.next = t("form.required", { label });
  else if (next.trim().toLowerCase() === "admin") faults.next = t("security.passwordIsAdmin");
  else if ([...next].length < shortest) faults.next = t("form.tooShort", { label, min: shortest });
  if (again !== next) faults.again = t("security.passwordsDiffer");
  return faults;
}
