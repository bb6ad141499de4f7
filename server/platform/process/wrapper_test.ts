import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { type Around, nothingAround, type Shells, wrap } from "./wrapper.ts";

const shells: Record<string, Shells> = {
  bash: { bash: "/bin/bash", sh: "/bin/sh" },
  "sh without bash": { bash: undefined, sh: "/bin/sh" },
};

interface Outcome {
  code: number | null;
  exitFile: string;
  output: string;
}

interface MaskOptions {
  files?: Record<string, string>;
  around?: (path: (name: string) => string) => Partial<Around>;
  command?: string[];
  /** Name of a shell script to run instead. */
  script?: string;
  args?: string[];
}

async function run(
  shells: Shells,
  { files = {}, around, command, script, args }: MaskOptions,
): Promise<Outcome> {
  const folder = await Deno.makeTempDir({ prefix: "sundial wrapper'" });
  const path = (name: string) => join(folder, name);
  try {
    for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(path(name), text);
    const [file = "", ...rest] = wrap({
      exitFile: path("exitFile"),
      command: script !== undefined
        ? ["/bin/bash", path(script)]
        : command ?? ["/bin/sh", "-c", 'echo "main $A|$1|$2"; exit "${CODE:-0}"', "main"],
      args: args ?? ["x y", "$z"],
      around: { ...nothingAround, words: args ?? ["x y", "$z"], ...around?.(path) },
    }, shells);
    const done = await new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = execFile(
        file,
        rest,
        { cwd: folder },
        (_, out, error) => resolve({ code: child.exitCode, output: out + error }),
      );
    });
    return { ...done, exitFile: await Deno.readTextFile(path("exitFile")) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const everything = (path: (name: string) => string): Partial<Around> => ({
  firstFile: path("first"),
  beforeFile: path("before"),
  before: 'echo "line before $A|$1|$2|$#"; export A=$A-line',
  afterFile: path("after"),
  after: 'echo "line after $A $SUNDIAL_EXIT_CODE"',
  last: ["/bin/sh", "-c", 'echo "last $1|$2 $A $SUNDIAL_EXIT_CODE"; exit 9', "last", "l 1", "'l2'"],
});
const files = {
  first: 'echo "first $1|$2|$#"; export A=first',
  before: 'echo "before $A $1|$2"; A=$A-before; set -- changed',
  after: 'echo "after $A $1|$2 $_task_exit_code"; A=$A-after',
};

for (const [name, shell] of Object.entries(shells)) {
  Deno.test(`wrapper: runs everything around the command in order, with its arguments, in ${name}`, async () => {
    const around = everything;
    assert.deepEqual(await run(shell, { files, around }), {
      code: 0,
      exitFile: "0\n",
      output: [
        "first x y|$z|2",
        "before first x y|$z",
        "line before first-before|x y|$z|2",
        "main first-before-line|x y|$z",
        "after first-before-line x y|$z 0",
        "line after first-before-line-after 0",
        "last l 1|'l2' first-before-line-after 0",
        "",
      ].join("\n"),
    });
    const bare = await run(shell, { files, around, args: [] });
    assert.match(bare.output, /^first \|\|0\nbefore first \|\n/);
  });

  Deno.test(`wrapper: keeps the exit code of the command, and later steps can read it, in ${name}`, async () => {
    const failing = { ...files, before: "export CODE=4; set -eu" };
    const { code, exitFile, output } = await run(shell, { files: failing, around: everything });
    assert.deepEqual([code, exitFile], [4, "4\n"]);
    assert.match(output, /after first-line x y\|\$z 4\nline after first-line-after 4\nlast .* 4\n$/);
    const leaving = { ...files, after: "echo leaving; exit 7" };
    const left = await run(shell, { files: leaving, around: everything });
    assert.deepEqual([left.code, left.exitFile], [0, "0\n"]);
    assert.match(left.output, /main[^\n]*\nleaving\n$/);
    const spoilt = await run(shell, { around: () => ({ after: "exit 8" }) });
    assert.deepEqual([spoilt.code, spoilt.exitFile], [8, "8\n"]);
  });

  for (const step of ["first", "before"]) {
    Deno.test(`wrapper: a ${step} file that exits ends the run with its code, in ${name}`, async () => {
      const leaving = { ...files, [step]: "trap 'echo own trap' INT; echo leaving; exit 6" };
      const { code, exitFile, output } = await run(shell, { files: leaving, around: everything });
      assert.deepEqual([code, exitFile], [6, "6\n"]);
      assert.match(output, /leaving\n$/);
    });
  }

  Deno.test(`wrapper: a command that cannot be started is reported by its exit code, in ${name}`, async () => {
    const { code, exitFile, output } = await run(shell, { around: everything, files, command: ["/no/such"] });
    assert.deepEqual([code, exitFile], [127, "127\n"]);
    assert.match(output, /\/no\/such/);
  });
}

Deno.test("wrapper: in bash, declarations of a file apply to all that follows, and its errors are reported", async () => {
  const first = "declare -x A=declared\nno_such_program\n";
  const { output, code } = await run(shells["bash"]!, {
    files: { first },
    around: (path) => ({ firstFile: path("first") }),
  });
  assert.equal(code, 0);
  assert.match(output, /main declared\|/);
  assert.match(output, /first: line 2: no_such_program: command not found/);
});

Deno.test("wrapper: hooks get words of their own, the command its arguments, in both shells", async () => {
  for (const shell of Object.values(shells)) {
    const { output } = await run(shell, {
      files: { first: 'echo "first $#|$1|$2|$3"' },
      around: (path) => ({
        firstFile: path("first"),
        words: ["a.js", "now", "x y"],
        last: ["/bin/sh", "-c", 'echo "last $#|$1"', "last", "l"],
      }),
      args: ["x y"],
    });
    assert.equal(output, "first 3|a.js|now|x y\nmain |x y|\nlast 1|l\n");
  }
});

const sourced = (path: (name: string) => string): Partial<Around> => ({
  firstFile: path("first"),
  beforeFile: path("before"),
  before: "in_line=3",
  afterFile: path("after"),
  after: 'echo "line $value $_task_exit_code"',
  words: ["s.sh", "x"],
  isSourced: true,
});
const sourcedFiles = {
  first: 'first=1; shout() { echo "shout $1"; }',
  before: 'echo "before $1 $2"; before=2',
  after: 'echo "after $1 $2 $value $SUNDIAL_EXIT_CODE"',
};

/** How a script may end, what its exit code is, and whether the steps after it see its variables. */
const endings: [string, string, number, boolean][] = [
  ["runs to its end", "true", 0, true],
  ["ends with a failing command", "false", 1, true],
  ["returns", "return 3; echo not here", 3, true],
  ["exits", "exit 4; echo not here", 4, true],
  ["exits from a function", "f() { exit 5; }; f; echo not here", 5, true],
  ["fails with errexit", "set -e; (exit 6); echo not here", 6, true],
  ["has an EXIT trap and ends", "trap 'echo own trap' EXIT; (exit 7)", 7, true],
  ["has an EXIT trap and exits", "trap 'echo own trap' EXIT; exit 8", 8, false],
  ["handles TERM and ends", "trap 'echo own trap' TERM; kill $$; (exit 7)", 7, false],
  ["handles TERM and exits", "trap 'echo own trap' TERM; kill $$; exit 8", 8, false],
  ["calls exec", "exec sh -c 'exit 9'", 9, false],
  ["is killed", "kill -KILL $$", 137, false],
  ["has a syntax error", "if then (", 2, true],
];
for (const [name, text, code, isSeen] of endings) {
  Deno.test(`wrapper: the steps after a shell script that ${name} run`, async () => {
    const done = await run(shells["bash"]!, {
      files: {
        ...sourcedFiles,
        "s.sh": `value=seen\necho "main $1 $# $first$before$in_line"\nshout loud\n${text}\n`,
      },
      around: sourced,
      script: "s.sh",
      args: ["x"],
    });
    assert.deepEqual([done.code, done.exitFile], [code, `${code}\n`], done.output);
    const value = isSeen ? "seen" : "";
    assert.match(done.output, new RegExp(`after s\\.sh x ${value} ${code}\nline ${value} ${code}\n`));
    assert.doesNotMatch(done.output, /not here/);
    assert.match(done.output, /^before s\.sh x\nmain x 1 123\nshout loud\n/);
    assert.equal(done.output.includes("own trap"), text.includes("own trap"));
  });
}

Deno.test("wrapper: hooks around a shell script end the run as those around any command", async () => {
  const files = { ...sourcedFiles, "s.sh": "value=v; echo main; exit 3" };
  const around = (path: (name: string) => string) => sourced(path);
  const script = "s.sh";
  const leaving = { ...files, before: "echo leaving; exit 6" };
  const left = await run(shells["bash"]!, { files: leaving, around, script });
  assert.deepEqual([left.code, left.output], [6, "leaving\n"]);
  for (const main of ["echo main; exit 3", "echo main; return 3"]) {
    const after = { ...files, "s.sh": main, after: "echo leaving; (exit 1); exit 9" };
    const done = await run(shells["bash"]!, { files: after, around, script });
    assert.deepEqual([done.code, done.exitFile], [3, "3\n"], done.output);
    const line = await run(shells["bash"]!, {
      files: { "s.sh": main },
      around: () => ({ after: "exit 8", isSourced: true }),
      script,
    });
    assert.deepEqual([line.code, line.exitFile], [8, "8\n"], line.output);
  }
  const alone = await run(shells["bash"]!, {
    files: { "s.sh": 'echo "$0|$1|$2"; [ "$0" = "$BASH_SOURCE" ]; return $?' },
    around: () => ({ isSourced: true }),
    script,
  });
  assert.equal(alone.code, 0);
  assert.match(alone.output, /\/s\.sh\|x y\|\$z\n$/);
});

Deno.test("wrapper: a command with nothing around it needs no bash", () => {
  const plain = wrap({ exitFile: "/m", command: ["a"], args: ["b"], around: nothingAround }, shells["bash"]!);
  assert.deepEqual([plain[0], plain.slice(3)], ["/bin/sh", ["sundial", "/m", "a", "b"]]);
});
