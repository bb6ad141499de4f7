// Control, bidirectional and invisible characters.
const unseen = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
const pictures = 0x2400;

/** Makes a file name unambiguous: replaces each invisible character with one visible symbol. */
export function visibleName(name: string): string {
  return name.replace(
    unseen,
    (sign) => sign < " " ? String.fromCharCode(pictures + sign.charCodeAt(0)) : "\ufffd",
  );
}
