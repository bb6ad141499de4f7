// How many columns of a terminal a character takes.

/** Characters that take two columns (Unicode TR 11, wide and fullwidth), and emoji. */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|^\p{Emoji_Presentation}|^[\u{20000}-\u{3fffd}]/u;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]/u;

/** Returns how many columns a character takes: 0, 1 or 2. */
export function columnsOfCharacter(character: string): 0 | 1 | 2 {
  if ((character.codePointAt(0) ?? 0) < 0xad) return 1; // almost every one
  return invisible.test(character) ? 0 : wide.test(character) ? 2 : 1;
}
