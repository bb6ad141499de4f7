// deno-lint-ignore-file no-console -- output of a command
// Checks the types of all code with TypeScript 7, whose native compiler takes a third of the time of `deno check`, and seconds
// if little has changed. `deno check` decides in the end: it resolves packages as Deno does when it runs them.

import { join, relative } from "node:path";

/** Fetched when it is wanted: `deno.json` would make every start of the panel fetch it. */
const COMPILER = "npm:typescript@7.0.2/tsc";
const root = join(import.meta.dirname!, "..");
const folder = join(root, "dist", "types");

interface DenoConfig {
  compilerOptions: { lib: string[] };
  exclude: string[];
}

/** Runs the compiler from the root of the project, independent of its configuration. */
async function compile(args: string[]): Promise<{ code: number; output: string }> {
  const lock = ["--lock", join(import.meta.dirname!, "types", "deno.lock"), "--frozen"];
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--no-config", ...lock, COMPILER, ...args],
    cwd: root,
    stderr: "inherit",
  });
  const { code, stdout } = await command.output();
  return { code, output: new TextDecoder().decode(stdout) };
}

/** Writes the configuration: the options of Deno itself and those of `deno.json`. */
async function configure(): Promise<void> {
  const config = JSON.parse(await Deno.readTextFile(join(root, "deno.json"))) as DenoConfig;
  const { lib, ...options } = config.compilerOptions;
  const fromRoot = (path: string) => relative(folder, join(root, path));
  const settings = {
    compilerOptions: {
      ...options,
      target: "esnext",
      module: "esnext",
      moduleResolution: "bundler",
      moduleDetection: "force",
      customConditions: ["deno", "node"],
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      skipLibCheck: true,
      lib: ["esnext"],
      types: ["node"],
      noEmit: true,
      incremental: true,
      tsBuildInfoFile: "state.json",
    },
    files: ["deno.d.ts", ...await findLibraries(lib.filter((name) => !name.startsWith("deno.")))],
    include: [fromRoot("**/*.ts"), fromRoot("**/*.tsx")],
    exclude: config.exclude.map(fromRoot),
  };
  await Deno.writeTextFile(join(folder, "tsconfig.json"), JSON.stringify(settings, null, 2));
}

/**
 * Returns the declarations of libraries as files. As libraries they would come before those of Deno, and of two declarations of
 * a global the first one counts.
 */
async function findLibraries(names: string[]): Promise<string[]> {
  const { output } = await compile([
    "--listFilesOnly",
    "--lib",
    names.join(),
    "--types",
    "",
    join(folder, "deno.d.ts"),
  ]);
  const files = output.split("\n").filter((path) => names.some((name) => path.endsWith(`lib.${name}.d.ts`)));
  if (files.length !== names.length) {
    throw new Error(`The compiler lacks some of the libraries ${names.join(", ")}`);
  }
  return files;
}

await Deno.mkdir(folder, { recursive: true });
const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["types"], stderr: "inherit" }).output();
await Deno.writeFile(join(folder, "deno.d.ts"), stdout);
await configure();
// One checker: several would each find out again what the files share.
const { code, output } = await compile(["--project", folder, "--pretty", "false", "--checkers", "1"]);
console.log(output.replace(/^(\S+)\((\d+),(\d+)\)/gm, "$1:$2:$3").trim());
Deno.exit(code === 0 ? 0 : 1);
