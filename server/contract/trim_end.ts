/** Returns a text without the characters at its end that are among `characters`. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  // A regular expression such as `/=+$/` would begin anew at each of the characters, wherever they stand.
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}
