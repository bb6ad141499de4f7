/** What to do with a secret that the panel may store but never shows. */
export type SecretAction =
  /** Keeps the secret, or its absence. */
  | { kind: "keep" }
  | { kind: "remove" }
  | { kind: "replace"; text: string };

export const storedSecret: SecretAction = { kind: "keep" };

/** Returns what to send for a secret: undefined to keep it, null to remove it. */
export function sentSecret(secret: SecretAction): string | null | undefined {
  if (secret.kind === "keep") return undefined;
  if (secret.kind === "remove") return null;
  return secret.text === "" ? undefined : secret.text;
}
