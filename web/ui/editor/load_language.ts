import { type LanguageSupport, StreamLanguage, type StreamParser } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { loadChunk } from "../../load_chunk.ts";
import type { LanguageId } from "./languages.ts";

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
