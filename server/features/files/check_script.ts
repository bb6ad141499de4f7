// Reads a script with its language's own parser, which never runs it. Where there is no such parser, there are no problems.
import { extname } from "node:path";
import type { CheckAnswer } from "../../contract/files.ts";

const TIME_LIMIT_MS = 5_000;
const MOST_PROBLEMS = 100;

interface Parser {
  argv: readonly [string, ...string[]];
  /** Reads what the parser wrote. */
  problems(said: { stdout: string; stderr: string }): CheckAnswer["problems"];
}

// Isolated, so that neither the folder nor the variables of the panel change what is read.
const python: Parser = {
  argv: [
    "python3",
    ...["-I", "-S", "-c"],
    `
import ast, json, sys
try:
    ast.parse(sys.stdin.buffer.read())
except SyntaxError as fault:
    print(json.dumps({"line": fault.lineno or 1, "message": fault.msg}))
except ValueError as fault:
    print(json.dumps({"line": 1, "message": str(fault)}))
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

/** Lists what a language's own parser finds wrong with a script; none where it has no parser here or takes too long. */
export async function checkScript(path: string, content: string): Promise<CheckAnswer> {
  const parser = parsers[extname(path).toLowerCase()];
  if (parser === undefined) return { problems: [] };
  const said = await run(parser, content).catch(() => null);
  return { problems: said === null ? [] : parser.problems(said).slice(0, MOST_PROBLEMS) };
}

async function run({ argv: [program, ...args] }: Parser, content: string) {
  const child = new Deno.Command(program, {
    args,
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH") ?? "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C.UTF-8" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  }).spawn();
  const [{ stdout, stderr }] = await Promise.all([child.output(), feed(child.stdin, content)]);
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { stdout: text(stdout), stderr: text(stderr) };
}

// A parser that gives up early does not read to the end.
async function feed(stdin: WritableStream<Uint8Array>, content: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(content));
    await writer.close();
  } catch {
    writer.releaseLock();
  }
}
