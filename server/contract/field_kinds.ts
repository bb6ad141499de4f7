// The input types of form fields that the server describes.

/** How a field of a channel is entered. */
export const fieldKinds = [
  "text",
  "secret",
  "secret_lines",
  "address",
  "number",
  "select",
  "switch",
  "lines",
] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** Returns whether the value of a field of this kind is sealed and never sent back. */
export function isSecretKind(kind: FieldKind): boolean {
  return kind === "secret" || kind === "secret_lines";
}
