import type { Translate } from "../../messages/create_messages.ts";

export interface LoginValues {
  username: string;
  password: string;
}

export type LoginIssues = Partial<Record<keyof LoginValues, string>>;

/** Finds what is missing, in words. */
export function findLoginIssues({ username, password }: LoginValues, t: Translate): LoginIssues {
  const errors: LoginIssues = {};
  if (username.trim() === "") errors.username = t("form.required", { label: t("auth.username") });
  if (password === "") errors.password = t("form.required", { label: t("auth.password") });
  return errors;
}
