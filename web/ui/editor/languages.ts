// Detects the language of a file by its name or, when that is not enough, by its first line. One entry per language;
// load_language.ts loads the code of each when its first file opens.
import { type LanguageSupport, StreamLanguage, type StreamParser } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { loadChunk } from "../../load_chunk.ts";

interface LanguageLine {
  id: string;
  /** Its common name, the same in every language of the page. */
  title: string;
  extensions: readonly string[];
  /** Complete file names in lower case. */
  names?: readonly string[];
  /** Matches a first line that starts with `#!`. */
  interpreter?: RegExp;
}

export type Language = LanguageLine & { id: LanguageId };

const table = [
  {
    id: "javascript",
    title: "JavaScript",
    extensions: ["js", "mjs", "cjs", "wxs"],
    interpreter: /\b(node|deno|bun)\b/,
  },
  { id: "jsx", title: "JSX", extensions: ["jsx"] },
  { id: "typescript", title: "TypeScript", extensions: ["ts", "mts", "cts"] },
  { id: "tsx", title: "TSX", extensions: ["tsx"] },
  {
    id: "python",
    title: "Python",
    extensions: ["py", "pyw", "pyi"],
    interpreter: /\b(python[\d.]*|pypy\d?|uv)\b/,
  },
  {
    id: "shell",
    title: "Shell",
    extensions: ["sh", "bash", "zsh", "ksh", "ash"],
    names: [".bashrc", ".bash_profile", ".profile", ".zshrc"],
    interpreter: /\b(ba|z|k|da|a)?sh\b/,
  },
  {
    id: "json",
    title: "JSON",
    extensions: ["json", "jsonc", "json5", "webmanifest", "map"],
    names: [".babelrc", ".eslintrc", ".prettierrc"],
  },
  { id: "yaml", title: "YAML", extensions: ["yml", "yaml"] },
  { id: "markdown", title: "Markdown", extensions: ["md", "markdown", "mdx"] },
  {
    id: "properties",
    title: "INI",
    extensions: ["ini", "conf", "cfg", "cnf", "properties", "env", "service"],
    names: [".npmrc", ".editorconfig", ".gitconfig", "pip.conf"],
  },
  { id: "toml", title: "TOML", extensions: ["toml"], names: ["pipfile", "cargo.lock", "poetry.lock"] },
  { id: "html", title: "HTML", extensions: ["html", "htm", "xhtml", "vue", "svelte", "wxml"] },
  { id: "css", title: "CSS", extensions: ["css", "wxss"] },
  { id: "sass", title: "SCSS", extensions: ["scss", "less"] },
  { id: "xml", title: "XML", extensions: ["xml", "svg", "xsd", "xsl", "plist", "rss"] },
  { id: "sql", title: "SQL", extensions: ["sql"] },
  { id: "php", title: "PHP", extensions: ["php", "phtml"], interpreter: /\bphp\b/ },
  {
    id: "dockerfile",
    title: "Dockerfile",
    extensions: ["dockerfile"],
    names: ["dockerfile", "containerfile"],
  },
  {
    id: "ruby",
    title: "Ruby",
    extensions: ["rb", "rake"],
    names: ["gemfile", "rakefile"],
    interpreter: /\bruby\b/,
  },
  { id: "perl", title: "Perl", extensions: ["pl", "pm"], interpreter: /\bperl\b/ },
  { id: "lua", title: "Lua", extensions: ["lua"], interpreter: /\blua(jit)?\b/ },
  { id: "go", title: "Go", extensions: ["go"] },
  { id: "rust", title: "Rust", extensions: ["rs"] },
  { id: "c", title: "C", extensions: ["c", "h"] },
  { id: "cpp", title: "C++", extensions: ["cpp", "cc", "cxx", "hpp", "hh"] },
  { id: "java", title: "Java", extensions: ["java"] },
  { id: "csharp", title: "C#", extensions: ["cs"] },
  { id: "kotlin", title: "Kotlin", extensions: ["kt", "kts"] },
  { id: "dart", title: "Dart", extensions: ["dart"] },
  { id: "swift", title: "Swift", extensions: ["swift"] },
  { id: "groovy", title: "Groovy", extensions: ["groovy", "gradle"] },
  { id: "r", title: "R", extensions: ["r"], interpreter: /\bRscript\b/ },
  { id: "powershell", title: "PowerShell", extensions: ["ps1", "psm1", "psd1"], interpreter: /\bpwsh\b/ },
  { id: "nginx", title: "nginx", extensions: ["nginx"], names: ["nginx.conf"] },
  { id: "diff", title: "Diff", extensions: ["diff", "patch"] },
  { id: "cmake", title: "CMake", extensions: ["cmake"], names: ["cmakelists.txt"] },
] as const satisfies readonly LanguageLine[];

export type LanguageId = (typeof table)[number]["id"];

export const languages: readonly Language[] = table;

/** Returns the language of a file; null for plain text. */
export function findLanguage(fileName: string, firstLine = ""): Language | null {
  const name = fileName.slice(fileName.lastIndexOf("/") + 1).toLowerCase().replace(/\.sample$/, "");
  const byName = languages.find((one) => one.names?.includes(name)) ?? byPrefix(name);
  return byName ?? byExtension(name) ?? byFirstLine(firstLine);
}

/** `.env.local` and `Dockerfile.dev` are recognized by their prefix. */
function byPrefix(name: string): Language | undefined {
  if (/^\.env(\.|$)/.test(name)) return languages.find(({ id }) => id === "properties");
  if (/^dockerfile\./.test(name)) return languages.find(({ id }) => id === "dockerfile");
}

function byExtension(name: string): Language | undefined {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? undefined : languages.find(({ extensions }) => extensions.includes(name.slice(dot + 1)));
}

function byFirstLine(line: string): Language | null {
  if (!line.startsWith("#!")) return null;
  return languages.find(({ interpreter }) => interpreter?.test(line)) ?? null;
}

type Load = () => Promise<Extension>;

async function simple(load: Promise<StreamParser<unknown>>): Promise<Extension> {
  return StreamLanguage.define(await load);
}

async function script(options: { jsx?: boolean; typescript?: boolean }): Promise<LanguageSupport> {
  return (await loadChunk(() => import("@codemirror/lang-javascript"))).javascript(options);
}

async function cLike(name: "c" | "cpp" | "java" | "csharp" | "kotlin" | "dart"): Promise<Extension> {
  return StreamLanguage.define((await loadChunk(() => import("@codemirror/legacy-modes/mode/clike")))[name]);
}

// Listed one by one: the build creates a chunk for every import it can see.
const loaders: Record<LanguageId, Load> = {
  javascript: () => script({ jsx: true }),
  jsx: () => script({ jsx: true }),
  typescript: () => script({ typescript: true }),
  tsx: () => script({ typescript: true, jsx: true }),
  python: async () => (await loadChunk(() => import("@codemirror/lang-python"))).python(),
  shell: () =>
    simple(loadChunk(() => import("@codemirror/legacy-modes/mode/shell")).then(({ shell }) => shell)),
  json: async () => (await loadChunk(() => import("@codemirror/lang-json"))).json(),
  yaml: async () => (await loadChunk(() => import("@codemirror/lang-yaml"))).yaml(),
  markdown: async () => (await loadChunk(() => import("@codemirror/lang-markdown"))).markdown(),
  properties: () =>
    simple(
      loadChunk(() => import("@codemirror/legacy-modes/mode/properties")).then(({ properties }) =>
        properties
      ),
    ),
  toml: () => simple(loadChunk(() => import("@codemirror/legacy-modes/mode/toml")).then(({ toml }) => toml)),
  html: async () => (await loadChunk(() => import("@codemirror/lang-html"))).html(),
  css: async () => (await loadChunk(() => import("@codemirror/lang-css"))).css(),
  sass: () => simple(loadChunk(() => import("@codemirror/legacy-modes/mode/css")).then(({ sCSS }) => sCSS)),
  xml: async () => (await loadChunk(() => import("@codemirror/lang-xml"))).xml(),
  sql: async () => (await loadChunk(() => import("@codemirror/lang-sql"))).sql(),
  php: async () => (await loadChunk(() => import("@codemirror/lang-php"))).php(),
  dockerfile: () =>
    simple(
      loadChunk(() => import("@codemirror/legacy-modes/mode/dockerfile")).then(({ dockerFile }) =>
        dockerFile
      ),
    ),
  ruby: () => simple(loadChunk(() => import("@codemirror/legacy-modes/mode/ruby")).then(({ ruby }) => ruby)),
  perl: () => simple(loadChunk(() => import("@codemirror/legacy-modes/mode/perl")).then(({ perl }) => perl)),
  lua: () => simple(loadChunk(() => import("@codemirror/legacy-modes/mode/lua")).then(({ lua }) => lua)),
  go: () => simple(loadChunk(() => import("@codemirror/legacy-modes/mode/go")).then(({ go }) => go)),
  rust: () => simple(loadChunk(() => import("@codemirror/legacy-modes/mode/rust")).then(({ rust }) => rust)),
  c: () => cLike("c"),
  cpp: () => cLike("cpp"),
  java: () => cLike("java"),
  csharp: () => cLike("csharp"),
  kotlin: () => cLike("kotlin"),
  dart: () => cLike("dart"),
  swift: () =>
    simple(loadChunk(() => import("@codemirror/legacy-modes/mode/swift")).then(({ swift }) => swift)),
  groovy: () =>
    simple(loadChunk(() => import("@codemirror/legacy-modes/mode/groovy")).then(({ groovy }) => groovy)),
  r: () => simple(loadChunk(() => import("@codemirror/legacy-modes/mode/r")).then(({ r }) => r)),
  powershell: () =>
    simple(
      loadChunk(() => import("@codemirror/legacy-modes/mode/powershell")).then(({ powerShell }) =>
        powerShell
      ),
    ),
  nginx: () =>
    simple(loadChunk(() => import("@codemirror/legacy-modes/mode/nginx")).then(({ nginx }) => nginx)),
  diff: () => simple(loadChunk(() => import("@codemirror/legacy-modes/mode/diff")).then(({ diff }) => diff)),
  cmake: () =>
    simple(loadChunk(() => import("@codemirror/legacy-modes/mode/cmake")).then(({ cmake }) => cmake)),
};

/** Loads highlighting, indentation and completion for a language. */
export function loadLanguage(id: LanguageId): Promise<Extension> {
  return loaders[id]();
}
