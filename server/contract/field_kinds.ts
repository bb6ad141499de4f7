// How the fields of a form are asked for that the server describes.

/** How a field of a channel is asked for. */
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

/** Tells whether what is entered in a field of a kind is sealed, and never sent back. */
export function isSecretKind(kind: FieldKind): boolean {
  return kind === "secret" || kind === "secret_lines";
}
