import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseCron } from "../../server/contract/cron/expression.ts";
import { configOptions } from "../../server/platform/config_options.ts";
import { texts as enTexts } from "../../web/messages/en/texts.ts";
import { texts as zhTexts } from "../../web/messages/zh/texts.ts";
import { docsFolder, type DocsPage, readDocs } from "../support/docs_pages.ts";
import { root } from "./read_tree.ts";

const en = readDocs("en");
const zh = readDocs("zh");
const both = [["en", en], ["zh", zh]] as const;

Deno.test("docs: each page exists in both languages, with the same sections and the same code", () => {
  assert.deepEqual(zh.map(({ name }) => name), en.map(({ name }) => name));
  for (const [index, page] of en.entries()) {
    const other = zh[index]!;
    assert.deepEqual(headingLevels(other), headingLevels(page), `sections of ${page.name}`);
    assert.deepEqual(other.blocks, page.blocks, `code of ${page.name}`);
    assert.equal(tableRows(other), tableRows(page), `tables of ${page.name}`);
  }
});

Deno.test("docs: links lead to existing files and sections", () => {
  const start = (name: string) => ({ folder: root, name, text: readFileSync(join(root, name), "utf8") });
  const pages = both.flatMap(([language, list]) =>
    list.map(({ name, text }) => ({ folder: join(docsFolder, language), name, text }))
  );
  const dead = [start("README.md"), start("README.zh.md"), ...pages].flatMap(({ folder, name, text }) =>
    linksOf(text).filter((link) => !leadsSomewhere(folder, name, link)).map((link) => `${name}: ${link}`)
  );
  assert.deepEqual(dead, []);
});

Deno.test("docs: the READMEs link every page of their language", () => {
  for (const [file, language] of [["README.md", "en"], ["README.zh.md", "zh"]] as const) {
    const links = linksOf(readFileSync(join(root, file), "utf8"));
    const missing = en.map(({ name }) => `docs/${language}/${name}`).filter((path) => !links.includes(path));
    assert.deepEqual(missing, [], file);
  }
});

Deno.test("docs: the table of settings matches the code", () => {
  for (const [language, pages] of both) {
    const { text } = pages.find(({ name }) => name === "operating.md")!;
    for (const { variable, flag, fallback } of configOptions) {
      const row = text.split("\n").find((line) => line.startsWith(`| \`${variable}\``));
      assert.ok(row, `${variable} is missing in ${language}`);
      const [, , documentedFlag, documentedDefault] = row.split("|").map((cell) => cell.trim());
      assert.equal(documentedFlag, flag === null ? "" : `\`${flag}\``, variable);
      const none = language === "en" ? "none" : "无";
      assert.ok(
        fallback ? documentedDefault === `\`${fallback}\`` : documentedDefault!.startsWith(none),
        `default of ${variable} in ${language}`,
      );
    }
  }
});

Deno.test("docs: commands that are not run in tests give a reason and are valid shell", async () => {
  const commands = en.flatMap(({ name, blocks }) =>
    blocks.filter(({ language }) => language === "sh").map((block) => ({ name, ...block }))
  );
  assert.ok(commands.length > 20);
  for (const { name, mode, text } of commands) {
    assert.match(mode, /^$|^background$|^stopped$|^not-run: \S/, name);
    const { code } = await new Deno.Command("bash", { args: ["-n", "-c", text], stderr: "null" }).output();
    assert.equal(code, 0, `${name}: ${text}`);
  }
});

Deno.test("docs: the cron rules they give are valid", () => {
  const { text } = en.find(({ name }) => name === "tasks.md")!;
  const rules = [...text.matchAll(/^\| `([*\d@][^`]*)`/gm)].map((match) => match[1]!);
  assert.ok(rules.length > 5);
  for (const rule of rules) assert.doesNotThrow(() => parseCron(rule), rule);
});

Deno.test("docs: names in bold are those of the page", () => {
  for (const [language, pages] of both) {
    const names = new Set(textsOf(language === "en" ? enTexts : zhTexts).flatMap(namesOf));
    const unknown = pages.flatMap(({ name, text }) =>
      boldNames(text).filter((bold) => !names.has(bold)).map((bold) => `${name}: ${bold}`)
    );
    assert.deepEqual(unknown, [], language);
  }
});

Deno.test("docs: the tests and files of measurements exist", () => {
  const text = readFileSync(join(root, "docs", "measurements.md"), "utf8");
  const links = linksOf(text).filter((link) => !link.startsWith("#")).map((link) => join("docs", link));
  const paths = [...text.matchAll(/`([a-z_0-9]+\/[a-z_0-9/]+(?:\.ts)?)`/g)].map(([, path]) =>
    path!.startsWith("server/") ? path! : join("tests", path!)
  );
  assert.ok(links.length > 10 && paths.length > 100);
  assert.deepEqual([...links, ...paths].filter((path) => !existsSync(join(root, path))), []);
});

type TextTree = { readonly [key: string]: string | TextTree };

function textsOf(tree: TextTree): string[] {
  return Object.values(tree).flatMap((text) => typeof text === "string" ? [text] : textsOf(text));
}

/** Returns a text, and the parts of it between its placeholders. */
function namesOf(text: string): string[] {
  return [text, ...text.split(/[{}#（）]/).map((part) => part.trim())];
}

// Each step of `Settings > Execution` is a name. What ends in a full stop opens a paragraph.
function boldNames(text: string): string[] {
  const prose = withoutCode(text).replace(/`[^`]*`/g, "");
  return [...prose.matchAll(/\*\*([^*]+)\*\*/g)].map((match) => match[1]!.replace(/\s+/g, " "))
    .filter((bold) => !/[.。]$/.test(bold))
    .flatMap((bold) => bold.split(" > ").map((name) => name.replace(/…$/, "")));
}

function headingLevels({ text }: DocsPage): number[] {
  return [...withoutCode(text).matchAll(/^(#+) /gm)].map((match) => match[1]!.length);
}

function tableRows({ text }: DocsPage): number {
  return [...withoutCode(text).matchAll(/^\|/gm)].length;
}

function linksOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)].map((match) =>
    match[1] ?? match[2]!
  ).filter((link) => !/^[a-z]+:/.test(link));
}

function leadsSomewhere(folder: string, name: string, link: string): boolean {
  const [path = "", section] = link.split("#");
  const file = path === "" ? join(folder, name) : join(folder, path);
  if (!existsSync(file)) return false;
  return section === undefined ||
    sectionsOf(readFileSync(file, "utf8")).includes(decodeURIComponent(section));
}

/** Returns the anchors that GitHub gives to headings. */
function sectionsOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map((match) =>
    match[1]!.toLowerCase().replace(/[^\p{L}\p{N}\- ]/gu, "").replaceAll(" ", "-")
  );
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, "");
}
