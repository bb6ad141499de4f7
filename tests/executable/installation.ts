// A panel that a test starts and calls as it is installed, and the files of its bundle that were never loaded meanwhile.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { account, PanelProcess } from "../support/panel_process.ts";
import { writeGeoFile } from "../support/geo_file.ts";
import { linkProgramsWithoutJavascript, writeFiles } from "./unpack.ts";

/** The address of its client, behind a proxy. */
export const CLIENT = "203.0.113.7";

export interface InstallationOptions {
  /** Arguments after `deno run -A`: options, and the file that starts it. */
  program: readonly string[];
  folder: string;
  environment?: Record<string, string>;
  /** Uses `environment` only. */
  clearEnvironment?: boolean;
}

const scripts = new Map([["plain.js", `console.log("plain", typeof require);`]]);

export class Installation {
  readonly dataDir: string;
  readonly #options: InstallationOptions;
  readonly #coverage: string;
  readonly #home: string;
  readonly #programs: string;
  readonly #geoFile: string;

  private constructor(options: InstallationOptions) {
    this.#options = options;
    this.dataDir = join(options.folder, "data");
    this.#coverage = join(options.folder, "coverage");
    this.#home = join(options.folder, "home");
    this.#programs = join(options.folder, "programs");
    this.#geoFile = join(options.folder, "locations.mmdb");
  }

  static async create(options: InstallationOptions): Promise<Installation> {
    const one = new Installation(options);
    mkdirSync(one.#home, { recursive: true });
    mkdirSync(one.dataDir, { mode: 0o700 });
    writeFiles(scripts, join(one.dataDir, "scripts"));
    linkProgramsWithoutJavascript(one.#programs);
    await writeGeoFile(one.#geoFile, CLIENT, { city: { names: { en: "Elsewhere" } } });
    return one;
  }

  /** The variable that makes a process of Deno record which files it loaded. */
  get coverage(): Record<string, string> {
    return { DENO_COVERAGE_DIR: this.#coverage };
  }

  get #environment(): Record<string, string> {
    return {
      ...{ HOME: this.#home, PATH: this.#programs, ...this.coverage, ...this.#options.environment },
      SUNDIAL_ALLOW_NETWORKS: "127.0.0.1",
      SUNDIAL_TRUSTED_PROXIES: "127.0.0.1",
      SUNDIAL_GEO_FILE: this.#geoFile,
    };
  }

  /** Starts `serve`, with an account at the first start, and logs in. */
  async start(environment: Record<string, string> = {}): Promise<PanelProcess> {
    const { program, clearEnvironment = false } = this.#options;
    const panel = await PanelProcess.start({
      ...{ dataDir: this.dataDir, program: [...program], clearEnvironment, workingDirectory: this.#home },
      environment: { ...this.#environment, ...environment },
      setUp: true,
    });
    await panel.json("/api/auth/login", {
      ...{
        json: account,
        headers: {
          "x-forwarded-for": CLIENT,
          "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0",
        },
      },
    });
    return panel;
  }

  /** Runs a command to its end and returns its output. Throws unless its exit code is 0. */
  run(args: readonly string[], options: RunOptions = {}): Promise<string> {
    return this.#spawn(Deno.execPath(), ["run", "-A", ...this.#options.program, ...args], options);
  }

  /** Runs one of the programs on the search path of tasks as a person at a terminal does. */
  runProgram(name: string, args: readonly string[]): Promise<string> {
    return this.#spawn(join(this.dataDir, "access", "bin", name), args, {});
  }

  async #spawn(
    command: string,
    args: readonly string[],
    { input = "", environment = {} }: RunOptions,
  ): Promise<string> {
    const child = new Deno.Command(command, {
      args: [...args],
      clearEnv: this.#options.clearEnvironment ?? false,
      env: { NO_COLOR: "1", ...this.#environment, ...environment },
      cwd: this.#home,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(input)).then(() => writer.close()).catch(() => {});
    const { code, stdout, stderr } = await child.output();
    const [printed, complaint] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    if (code !== 0) throw new Error(`${args.join(" ")}: exit code ${code}\n${printed}${complaint}`);
    return printed!;
  }

  /**
   * Returns the files of a bundle that no process of it has loaded, without workers and without what only processes load that get
   * an environment of their own: those that mask output, pull and run scripts.
   */
  findUnloaded(bundle: string): string[] {
    const profiles = readdirSync(this.#coverage).map((name) =>
      readFileSync(join(this.#coverage, name), "utf8")
    );
    const loaded = new Set(profiles.map((profile) => basename((JSON.parse(profile) as { url: string }).url)));
    const files = readdirSync(bundle).filter((name) => name.endsWith(".js"));
    const unseen = addImports(files.filter((name) => unseenEntry.test(name)), bundle);
    return files.filter((name) => !loaded.has(name) && !unseen.has(name));
  }
}

const unseenEntry = /^(mask_output|run_pull|connect_through|run_script)-|_worker\.js$/;

/** Returns files of a bundle and all that they import. */
function addImports(names: readonly string[], bundle: string, found = new Set<string>()): Set<string> {
  for (const name of names.filter((one) => !found.has(one))) {
    found.add(name);
    const source = readFileSync(join(bundle, name), "utf8");
    addImports([...source.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, path]) => path!), bundle, found);
  }
  return found;
}

interface RunOptions {
  input?: string;
  environment?: Record<string, string>;
}
