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

/** Finds what the panel would refuse, in words, before it is asked. */
export function findAccountIssues(values: AccountValues, codeRequired: boolean, t: Translate): AccountIssues {
  const errors: AccountIssues = {};
  const label = t("initialization.password");
  if (values.username.trim() === "") errors.username = required(t, "initialization.username");
  if (values.password === "") errors.password = required(t, "initialization.password");
  else if (values.password.trim().toLowerCase() === "admin") {
    errors.password = t("initialization.passwordIsAdmin");
  } else if ([...values.password].length < shortestPassword) {
    errors.password = t("form.tooShort", { label, min: shortestPassword });
  }
  if (values.passwordAgain !== values.password) errors.passwordAgain = t("initialization.passwordsDiffer");
  if (codeRequired && values.code.trim() === "") errors.code = required(t, "initialization.code");
  return errors;
}

function required(
  t: Translate,
  label: "initialization.username" | "initialization.password" | "initialization.code",
): string {
  return t("form.required", { label: t(label) });
}

/** Makes the body that sets the panel up. */
export function accountBody(values: AccountValues, language: Language): InitializationBody {
  const { username, password, timeZone } = values;
  const code = values.code.trim();
  return { username: username.trim(), password, language, timeZone, ...(code && { code }) };
}
