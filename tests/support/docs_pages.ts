// The pages of docs/ and their code blocks, for tests that check them and run their commands.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const docsFolder: string = join(import.meta.dirname!, "..", "..", "docs");

export interface CodeBlock {
  /** The first word behind the fence, such as `sh`. */
  language: string;
  /**
   * The rest: `background` and `stopped` for commands that start the panel or need it stopped, `not-run: <reason>` for commands
   * that tests cannot run, `file=<name>` for files.
   */
  mode: string;
  text: string;
}

export interface DocsPage {
  name: string;
  text: string;
  blocks: CodeBlock[];
}

/** Reads the pages in a language, sorted by name. */
export function readDocs(language: "en" | "zh"): DocsPage[] {
  const folder = join(docsFolder, language);
  return readdirSync(folder).filter((name) => name.endsWith(".md")).sort().map((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    return { name, text, blocks: readBlocks(text) };
  });
}

/** Returns a file that the docs contain in a block with `file=<name>`. Throws when there is none. */
export function readDocsFile(name: string): string {
  const found = readDocs("en").flatMap(({ blocks }) => blocks).find(({ mode }) => mode === `file=${name}`);
  if (found === undefined) throw new Error(`no page contains the file ${name}`);
  return found.text;
}

function readBlocks(page: string): CodeBlock[] {
  return [...page.matchAll(/^```(\w*) *(.*)\n([\s\S]*?)^```$/gm)].map((
    [, language = "", mode = "", text = ""],
  ) => ({
    language,
    mode,
    text,
  }));
}
