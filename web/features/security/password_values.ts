import type { Translate } from "../../messages/create_messages.ts";

export interface PasswordValues {
  current: string;
  next: string;
  again: string;
}

export type PasswordIssues = Partial<Record<keyof PasswordValues, string>>;

export const noPasswords: PasswordValues = { current: "", next: "", again: "" };
const shortest = 8;

/** Returns messages for values that the server would reject. */
export function findPasswordIssues({ current, next, again }: PasswordValues, t: Translate): PasswordIssues {
  const errors: PasswordIssues = {};
  const label = t("security.next");
  if (current === "") errors.current = t("ui.required", { label: t("security.current") });
  if (next === "") errors.next = t("ui.required", { label });
  else if (next.trim().toLowerCase() === "admin") errors.next = t("security.passwordIsAdmin");
  else if ([...next].length < shortest) errors.next = t("ui.tooShort", { label, min: shortest });
  if (again !== next) errors.again = t("security.passwordsDiffer");
  return errors;
}
