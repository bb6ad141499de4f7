// Control characters, and those that turn the direction of writing or cannot be seen.
const unseen = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
const pictures = 0x2400;

/** Writes the name of a file so that it cannot look like another's: what would not be seen in it is shown as a sign, one for one. */
export function visibleName(name: string): string {
  return name.replace(
    unseen,
    (sign) => sign < " " ? String.fromCharCode(pictures + sign.charCodeAt(0)) : "\ufffd",
  );
}
