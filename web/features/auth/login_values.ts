import type { Translate } from "../../words/create_words.ts";

export interface LoginValues {
  username: string;
  password: string;
  /** Null until the panel asks for it. */
  code: string | null;
}

export type LoginFaults = Partial<Record<keyof LoginValues, string>>;

/** Finds what is missing or cannot be right, in words. */
export function findLoginFaults({ username, password, code }: LoginValues, t: Translate): LoginFaults {
  const faults: LoginFaults = {};
  if (username.trim() === "") faults.username = t("form.required", { label: t("auth.username") });
  if (password === "") faults.password = t("form.required", { label: t("auth.password") });
  if (code === "") faults.code = t("auth.codeNeeded");
  else if (code !== null && !/^\d{6}$/.test(code)) faults.code = t("auth.codeFormat");
  return faults;
}
