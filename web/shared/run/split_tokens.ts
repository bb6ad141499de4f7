/** A line as a shell would part it: words, and whether a quotation mark was left open. */
export interface SplitLine {
  messages: string[];
  open: boolean;
}

/** Parts a line into words at spaces; quotation marks and backslashes keep spaces together, and nothing else has a meaning. */
export function splitTokens(line: string): SplitLine {
  const messages: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at);
    if (quote !== "" && sign === quote) quote = "";
    else if (quote === "" && (sign === '"' || sign === "'")) [quote, word] = [sign, word ?? ""];
    else if (sign === "\\" && quote !== "'" && at + 1 < line.length) {
      word = (word ?? "") + escaped(line.charAt(++at), quote);
    } else if (quote === "" && /\s/.test(sign)) {
      if (word !== null) messages.push(word);
      word = null;
    } else word = (word ?? "") + sign;
  }
  if (word !== null) messages.push(word);
  return { messages, open: quote !== "" };
}

// Between double quotation marks a backslash stands for itself before all but a few signs, as in a shell.
function escaped(sign: string, quote: string): string {
  return quote === '"' && !/["\\$`]/.test(sign) ? `\\${sign}` : sign;
}
