import { createIntl } from "@formatjs/intl";
import { build, type BuildOptions, type BuildResult, context, type Plugin, transform } from "esbuild";
import { join } from "node:path";
import { minify } from "oxc-minify";
import type { Language } from "../../server/contract/settings.ts";
import { sharedEntry } from "./shared_entry.ts";
import { splitIcons } from "./split_icons.ts";

const entryPoint = "web/main.tsx";
const workerFolder = "web/worker";
/** The sources whose bytes count for the first page: the entry, the task list and the larger language. */
const firstPage = "web/features/tasks/tasks_page.tsx";
const loginPage = "web/features/auth/login_page.tsx";
const accountFrame = "web/app/account_frame.tsx";
/** What else is often seen first; it should not have to load all icons. */
const seenFirst = ["web/features/tasks/list/task_card.tsx", "web/features/overview/overview_page.tsx"];
const panels = ["web/ui/overlays/menu_panel.tsx", "web/ui/buttons/tooltip_panel.tsx"];
const icons = "web/ui/icons/icons.ts";
const startTexts = (language: Language) => `web/messages/${language}/start.ts`;
const firstPageSources = [entryPoint, accountFrame, firstPage, startTexts("zh")];

/** Names of files, by what a page that is opened needs: always, with and without a session, and in each language. */
export type Preload = Record<"always" | "account" | "login" | Language, string[]>;

export interface Bundle {
  entry: string;
  /** What a browser needs for the first page, besides the entry. */
  preload: Preload;
  /** All files that a browser loads to show the task list. */
  firstPage: string[];
  /** File name of the service worker. */
  worker: string;
  files: { name: string; bytes: Uint8Array }[];
}

/** Bundles the page's scripts: one chunk per page, shared code in separate chunks. */
export async function bundleScripts(webFolder: string, development: boolean): Promise<Bundle> {
  return await withWorker(
    webFolder,
    await readBundle(await build(optionsFor({ webFolder, development, plugins: [] }))),
  );
}

/** Bundles now and after every source change; a failed build reports its error and waits for the next change. */
export async function watchScripts(
  webFolder: string,
  { development, onBundle }: { development: boolean; onBundle: (bundle: Bundle) => Promise<void> },
): Promise<{ dispose(): Promise<void> }> {
  const notify: Plugin = {
    name: "notify",
    setup({ onEnd, onLoad }) {
      // No script imports the style sheet and the worker, so they must be watched by name.
      onLoad({ filter: /[/\\]web[/\\]main\.tsx$/ }, async ({ path }) => ({
        contents: await Deno.readTextFile(path),
        loader: "tsx",
        watchFiles: [join(webFolder, "styles.css")],
        watchDirs: [join(webFolder, "..", workerFolder)],
      }));
      onEnd(async (result) => {
        if (result.errors.length === 0) {
          await onBundle(await withWorker(webFolder, await readBundle(result)));
        }
      });
    },
  };
  const options = optionsFor({ webFolder, development, plugins: [notify] });
  const watching = await context({ ...options, logLevel: "warning" });
  await watching.watch();
  return watching;
}

interface ScriptOptions {
  webFolder: string;
  /** Whether to include the pages for developers. */
  development: boolean;
  plugins: Plugin[];
}

function optionsFor({ webFolder, development, plugins }: ScriptOptions) {
  const source = (path: string) => join(webFolder, "..", path);
  return {
    absWorkingDir: join(webFolder, ".."),
    entryPoints: [entryPoint],
    outdir: "static/assets",
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2023",
    minify: true,
    charset: "utf8",
    metafile: true,
    write: false,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    jsx: "automatic",
    loader: { ".md": "text" },
    legalComments: "none",
    plugins: [
      compileMessages,
      copyFonts,
      sharedEntry({
        entry: source(entryPoint),
        login: source(loginPage),
        open: panels.map(source),
        frame: source(accountFrame),
        firstPage: source(firstPage),
      }),
      splitIcons({
        icons: source(icons),
        start: [entryPoint, loginPage, ...panels, accountFrame, firstPage, ...seenFirst].map(source),
      }),
      ...plugins,
    ],
    define: constants(development),
  } satisfies BuildOptions;
}

/** Returns the constants of a build, and the code of each. */
function constants(development: boolean): Record<string, string> {
  return {
    "process.env.NODE_ENV": '"production"',
    // Leaves out the branches of `routes.ts` for developers, and with them the modules that only these load.
    "globalThis.__SUNDIAL_DEVELOPMENT__": String(development),
    // Tells libraries that add a style element the nonce of the content security policy.
    "__webpack_nonce__": "globalThis.__SUNDIAL__.nonce",
  };
}

/** Adds the service worker, which is built separately: it is a classic script, because not all browsers let it import. */
async function withWorker(webFolder: string, bundle: Omit<Bundle, "worker">): Promise<Bundle> {
  const { outputFiles } = await build({
    absWorkingDir: join(webFolder, ".."),
    entryPoints: [`${workerFolder}/service_worker.ts`],
    outdir: "static/assets",
    bundle: true,
    format: "iife",
    target: "es2023",
    minify: true,
    charset: "utf8",
    write: false,
    entryNames: "[name]-[hash]",
    legalComments: "none",
    plugins: [compileMessages],
  });
  const [{ path, contents } = { path: "", contents: new Uint8Array() }] = outputFiles;
  const worker = nameOf(path);
  return { ...bundle, worker, files: [...bundle.files, { name: worker, bytes: contents }] };
}

async function readBundle(result: BuildResult): Promise<Omit<Bundle, "worker">> {
  const outputs = result.metafile?.outputs ?? {};
  const entry = outputOf(entryPoint, outputs);
  const first = firstPageSources.map((source) => outputOf(source, outputs));
  const always = staticImports([entry], outputs);
  const needs = (source: string) => {
    const output = outputOf(source, outputs);
    const all = [output, ...staticImports([output], outputs)];
    return all.filter((path) => path !== entry && !always.includes(path)).map(nameOf);
  };
  const firstPage = [...first, ...staticImports(first, outputs)].map(nameOf);
  const files = await Promise.all((result.outputFiles ?? []).map(async ({ path, contents, text }) => {
    const name = nameOf(path);
    if (!name.endsWith(".js")) return { name, bytes: contents };
    const script = await minifyAgain(name, text);
    const isAhead = firstPage.includes(name) && script.length > MIN_AHEAD;
    return { name, bytes: encoder.encode(isAhead ? compileAhead + script : script) };
  }));
  return {
    entry: nameOf(entry),
    preload: {
      always: always.map(nameOf),
      account: needs(accountFrame),
      login: needs(loginPage),
      en: needs(startTexts("en")),
      zh: needs(startTexts("zh")),
    },
    firstPage,
    files: files.sort((a, b) => a.name < b.name ? -1 : 1),
  };
}

const encoder = new TextEncoder();
/** In smaller scripts, the comment would weigh more than it saves (characters). */
const MIN_AHEAD = 10_000;
// Chromium then compiles the functions of a script in another thread while it loads. Otherwise it compiles each at its first
// call, which was a fifth of the time until the tasks were listed. Only for code of which most is used at once.
const compileAhead = "//# allFunctionsCalledOnLoad\n";

// What esbuild minified becomes 2 to 3 % smaller once compressed: Oxc shortens across statements, and esbuild does not.
async function minifyAgain(name: string, script: string): Promise<string> {
  const { code, errors } = await minify(name, script, { module: true, compress: { target: "es2023" } });
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]!.message}`);
  return code;
}

type Outputs = NonNullable<BuildResult["metafile"]>["outputs"];

function outputOf(source: string, outputs: Outputs): string {
  const found = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === source);
  if (!found) throw new Error(`the build has no file for ${source}`);
  return found;
}

function staticImports(of: readonly string[], outputs: Outputs): string[] {
  const found = new Set<string>();
  const open = [...of];
  for (let output = open.pop(); output !== undefined; output = open.pop()) {
    for (const { path, kind } of outputs[output]?.imports ?? []) {
      if (kind !== "import-statement" || found.has(path)) continue;
      found.add(path);
      open.push(path);
    }
  }
  return [...found].filter((path) => !of.includes(path)).sort();
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** An esbuild plugin that writes imported fonts beside the scripts; what imports them gets the relative URL. */
const copyFonts: Plugin = {
  name: "copy-fonts",
  setup({ onLoad }) {
    // A plugin, because the `type: "text"` that the type check needs takes precedence over the `loader` option.
    onLoad({ filter: /\.woff2$/ }, async ({ path }) => ({
      contents: await Deno.readFile(path),
      loader: "file",
    }));
  },
};

const parserPackage = "@formatjs/icu-messageformat-parser";
const languageFiles = /\/web\/messages\/(en|zh)\/\w+\.ts$/;
const tables = /\/(texts|start|later)\.ts$/;

/**
 * An esbuild plugin that parses the placeholders of messages at build time and leaves out the parser, which saves the
 * browser 27 kB of script.
 */
const compileMessages: Plugin = {
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
