/** Quotes text as one word of a shell, in which nothing is expanded; a word that needs no quotes stays as it is. */
export function quoteWord(text: string): string {
  return /^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
