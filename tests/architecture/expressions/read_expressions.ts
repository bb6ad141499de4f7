// Reads the regular expressions written in a source with the parser of `deno lint`.

/** As between the slashes, and the flags behind them. */
export interface Expression {
  pattern: string;
  flags: string;
}

/** A slash that may begin an expression: parsing takes long, and most files have none. */
const possible = /(?:^|[-(,=:[!&|?{;>+~^]|\b(?:await|case|in|of|return|typeof|void|yield))\s*\/(?![/*])/m;

/** Returns the expressions of a source, which the path says how to parse. */
export function readExpressions(path: string, source: string): Expression[] {
  if (!possible.test(source)) return [];
  const expressions: Expression[] = [];
  const collect: Deno.lint.Rule = {
    create: () => ({
      Literal(node) {
        const { regex } = node as Partial<Deno.lint.RegExpLiteral>;
        if (regex) expressions.push(regex);
      },
    }),
  };
  Deno.lint.runPlugin({ name: "architecture", rules: { collect } }, path, source);
  return expressions;
}
