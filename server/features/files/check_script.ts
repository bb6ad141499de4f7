// Checks the syntax of a script with the parser of its language, which never runs it. Without such a parser,
// it reports no problems.
import { extname } from "node:path";
import PQueue from "p-queue";
import { AppError } from "../../contract/app_error.ts";
import type { CheckResult } from "../../contract/files.ts";
import { limitedCommand } from "../../platform/process/limited_command.ts";

const TIME_LIMIT_MS = 5_000;
/** Enough for Python to parse the worst input of the maximum size; a typical script needs a tenth of that. */
const MEMORY_BYTES = 256 * 1024 * 1024;
/** Number of concurrent parsers; more would take the CPU from tasks. */
const CONCURRENCY = 2;
const MAX_WAITING = 8;
const RETRY_SECONDS = 5;
const MAX_PROBLEMS = 100;
/** A message may quote its whole line. */
const MAX_MESSAGE_LENGTH = 500;

interface Parser {
  argv: readonly [string, ...string[]];
  problems(output: { stdout: string; stderr: string }): CheckResult["problems"];
}

// Isolated mode, so that neither the folder nor the panel's environment affects the result.
const python: Parser = {
  argv: [
    "python3",
    ...["-I", "-S", "-c"],
    `
import ast, json, sys
try:
    ast.parse(sys.stdin.buffer.read())
except SyntaxError as error:
    print(json.dumps({"line": error.lineno or 1, "message": error.msg}))
except ValueError as error:
    print(json.dumps({"line": 1, "message": str(error)}))
`,
  ],
  problems: ({ stdout }) => stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line)),
};

const bash: Parser = {
  argv: ["bash", "-n", "/dev/stdin"],
  problems: ({ stderr }) =>
    [...stderr.matchAll(/^\/dev\/stdin: line (\d+): (.*)$/gm)].map(([, line, message]) => ({
      line: Math.max(1, Number(line)),
      message: message!,
    })).filter(({ message }) => !/^`.*'$/.test(message)),
};

const parsers: Record<string, Parser> = { ".py": python, ".sh": bash, ".bash": bash };

/** Runs the parsers, a few at a time. */
export class ScriptChecks {
  readonly #queue = new PQueue({ concurrency: CONCURRENCY });
  readonly #searchPath: string;

  constructor(searchPath = Deno.env.get("PATH") ?? "/usr/local/bin:/usr/bin:/bin") {
    this.#searchPath = searchPath;
  }

  /**
   * Returns the problems that the language's parser finds in a script; none if there is no parser, or if it
   * exceeds the time or memory limit. Throws `too_many_requests` if too many checks are waiting, and the
   * signal's reason if it aborts.
   */
  async check(path: string, content: string, signal: AbortSignal): Promise<CheckResult> {
    const parser = parsers[extname(path).toLowerCase()];
    if (parser === undefined) return { problems: [] };
    if (this.#queue.size >= MAX_WAITING) throw new AppError("too_many_requests", { seconds: RETRY_SECONDS });
    const output = await this.#queue.add(() => this.#run(parser, content, signal), { signal });
    const problems = output === null ? [] : parser.problems(output).slice(0, MAX_PROBLEMS);
    return {
      problems: problems.map(({ line, message }) => ({
        line,
        message: message.slice(0, MAX_MESSAGE_LENGTH),
      })),
    };
  }

  // Returns null if the parser could not be started or was killed.
  async #run(parser: Parser, content: string, signal: AbortSignal) {
    signal.throwIfAborted();
    const child = this.#start(parser);
    if (child === null) return null;
    const ends = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
    const end = () => child.kill("SIGKILL");
    ends.addEventListener("abort", end, { once: true });
    try {
      const [output] = await Promise.all([child.output(), feed(child.stdin, content)]);
      if (output.signal !== null) return null;
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
      return { stdout: text(output.stdout), stderr: text(output.stderr) };
    } finally {
      ends.removeEventListener("abort", end);
    }
  }

  #start({ argv }: Parser): Deno.ChildProcess | null {
    const [program, ...args] = limitedCommand(argv, { memoryBytes: MEMORY_BYTES, fileBytes: 0 });
    const env = { PATH: this.#searchPath, LC_ALL: "C.UTF-8" };
    const streams = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;
    try {
      return new Deno.Command(program, { args, clearEnv: true, env, ...streams }).spawn();
    } catch {
      return null;
    }
  }
}

// A parser that exits early does not read all its input.
async function feed(stdin: WritableStream<Uint8Array>, content: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(content));
    await writer.close();
  } catch {
    writer.releaseLock();
  }
}
