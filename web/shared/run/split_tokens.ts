/** A line split like in a shell: its tokens, and whether a quotation mark was left open. */
export interface SplitLine {
  tokens: string[];
  open: boolean;
}

/** Splits a line into tokens at spaces; quotation marks and backslashes keep spaces, and nothing else is special. */
export function splitTokens(line: string): SplitLine {
  const tokens: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at);
    if (quote !== "" && sign === quote) quote = "";
    else if (quote === "" && (sign === '"' || sign === "'")) [quote, word] = [sign, word ?? ""];
    else if (sign === "\\" && quote !== "'" && at + 1 < line.length) {
      word = (word ?? "") + escaped(line.charAt(++at), quote);
    } else if (quote === "" && /\s/.test(sign)) {
      if (word !== null) tokens.push(word);
      word = null;
    } else word = (word ?? "") + sign;
  }
  if (word !== null) tokens.push(word);
  return { tokens, open: quote !== "" };
}

// As in a shell, a backslash between double quotation marks is literal before all but a few characters.
function escaped(sign: string, quote: string): string {
  return quote === '"' && !/["\\$`]/.test(sign) ? `\\${sign}` : sign;
}
