import type { Translate } from "../../words/create_words.ts";

export interface LoginValues {
  username: string;
  password: string;
}

export type LoginFaults = Partial<Record<keyof LoginValues, string>>;

/** Finds what is missing, in words. */
export function findLoginFaults({ username, password }: LoginValues, t: Translate): LoginFaults {
  const faults: LoginFaults = {};
  if (username.trim() === "") faults.username = t("form.required", { label: t("auth.username") });
  if (password === "") faults.password = t("form.required", { label: t("auth.password") });
  return faults;
}
