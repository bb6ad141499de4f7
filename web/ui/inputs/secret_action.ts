/** What becomes of a secret that the panel may have and never shows. */
export type SecretAction =
  /** It stays as it is: there, or not there. */
  | { act: "keep" }
  | { act: "remove" }
  | { act: "replace"; text: string };

export const storedSecret: SecretAction = { act: "keep" };

/** Gives what is sent for a secret: nothing to keep it, null to remove it. */
export function sentSecret(secret: SecretAction): string | null | undefined {
  if (secret.act === "keep") return undefined;
  if (secret.act === "remove") return null;
  return secret.text === "" ? undefined : secret.text;
}
