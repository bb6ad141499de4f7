// Parses message placeholders at build time, so that the browser needs no parser for them (27 kB of script).

import { createIntl } from "@formatjs/intl";
import { type Plugin, transform } from "esbuild";

const parserPackage = "@formatjs/icu-messageformat-parser";
const languageFiles = /\/web\/messages\/(en|zh)\/\w+\.ts$/;
const tables = /\/(texts|start|later)\.ts$/;

/** An esbuild plugin that turns messages with placeholders into parsed ones and leaves out the parser. */
export const compileMessages: Plugin = {
  name: "compile-messages",
  setup({ onLoad, onResolve, resolve }) {
    onLoad({ filter: languageFiles }, async ({ path }) => {
      if (tables.test(path)) return null;
      return { contents: await compileFile(await Deno.readTextFile(path)), loader: "js" };
    });
    onResolve(
      { filter: new RegExp(`^${parserPackage}$`) },
      ({ resolveDir, kind }) => resolve(`${parserPackage}/no-parser.js`, { resolveDir, kind }),
    );
  },
};

/** Compiles the messages of one feature; throws when a message is invalid. */
export async function compileFile(source: string): Promise<string> {
  const { code } = await transform(source, { loader: "ts" });
  const texts: Record<string, Record<string, string>> = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  );
  return Object.entries(texts).map(([feature, entries]) => {
    const compiled = Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, compile(text)]));
    return `export const ${feature} = ${JSON.stringify(compiled)};`;
  }).join("\n");
}

function compile(text: string): unknown {
  if (!text.includes("{")) return text;
  return createIntl({ locale: "en" }).formatters.getMessageFormat(text, "en").getAst();
}
