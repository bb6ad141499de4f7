// The hidden command `__accounts`: runs a script for accounts of a variable, all at once or in one process. It contains no
// other part of the panel, because it stays as long as the script.
import { spawn } from "node:child_process";
import { closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import type { Language } from "../contract/settings.ts";
import { type Account, joinAccounts, selectAccounts } from "../features/tasks/command/account_ranges.ts";
import { readLargeVariables } from "../platform/process/large_variables.ts";
import type { Accounts } from "../features/tasks/command/parse_command.ts";
import { withRoom } from "./with_room.ts";
import { sleep, systemClock } from "../platform/clock.ts";

/** The first argument of the command, as JSON. The others are the program to run and its arguments. */
export interface AccountsRequest extends Accounts {
  language: Language;
}

const POLL_MS = 100;
const CHUNK = 256 * 1024;
/** How much output of a waiting account is stored, in bytes. */
const MAX_STORED = 64 * 1024 * 1024;

/**
 * Runs the program and returns the exit code: its own, or that of the first account whose process failed. The output of
 * each account follows that of the previous one. Returns 1 with a message when no account is selected.
 */
export async function runAccounts([request = "", program = "", ...args]: string[]): Promise<number> {
  const { language, form, variable, ranges } = JSON.parse(request) as AccountsRequest; // written by the panel
  const texts = messages[language];
  const selected = select({ form, variable, ranges }, texts);
  if (typeof selected === "string") {
    write(Deno.stderr, new TextEncoder().encode(`${selected}\n`));
    return 1;
  }
  // Signals reach the whole process group; this process ends with the others, with their output complete.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) Deno.addSignalListener(signal, () => {});
  const start = (accounts: readonly Account[], output: number | "inherit") => {
    // By these names, scripts for other panels know the variable and the accounts.
    const chosen = { envParam: variable, numParam: accounts.map(({ number }) => number).join(" ") };
    const environment = { ...Deno.env.toObject(), ...chosen, [variable]: joinAccounts(accounts) };
    const onLarge = () => write(Deno.stderr, new TextEncoder().encode(`${texts.tooLong(variable)}\n`));
    const room = { args, expendable: [variable], onLarge };
    return withRoom(environment, room, (env) => exitOf([program, ...args], env, output));
  };
  if (form === "desi") return await start(selected, "inherit");
  return await runAll(selected, (account, output) => start([account], output), texts);
}

function select({ form, variable, ranges }: Accounts, texts: Messages): Account[] | string {
  if (variable === "") return texts.noVariable(form);
  const value = Deno.env.get(variable) ?? readLargeVariables(Deno.env.toObject())[variable] ?? "";
  if (value === "") return texts.notSet(variable);
  const selection = selectAccounts(value, ranges);
  if ("invalid" in selection) return texts.invalid(selection.invalid);
  return "none" in selection ? texts.none(variable, selection.count, ranges) : selection.accounts;
}

async function runAll(
  accounts: readonly Account[],
  start: (account: Account, output: number) => Promise<number>,
  texts: Messages,
): Promise<number> {
  const runs = accounts.map((account) => {
    const output = openOutput();
    const run = { account, output, code: null as number | null };
    return Object.assign(run, { ended: start(account, output).then((code) => run.code = code) });
  });
  for (const [index, run] of runs.entries()) {
    const waiting = runs.slice(index + 1);
    for (let at = 0;;) {
      const hasEnded = run.code !== null;
      at = copyFrom(run.output, at);
      if (hasEnded) break;
      for (const { output } of waiting) limit(output);
      await Promise.race([run.ended, sleep(systemClock, POLL_MS)]);
    }
    closeSync(run.output);
  }
  const failed = runs.filter(({ code }) => code !== 0);
  if (failed.length > 0) {
    const lines = failed.map(({ account, code }) => texts.failed(account.number, code ?? 1));
    write(Deno.stdout, new TextEncoder().encode(`\n${lines.join("\n")}\n`));
  }
  return failed[0]?.code ?? 0;
}

// A file rather than a pipe, so that no account waits until its output can be shown. It has no name, so nothing is left.
function openOutput(): number {
  const folder = mkdtempSync(join(tmpdir(), "sundial-accounts-"));
  try {
    return openSync(join(folder, "output"), "ax+", 0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function copyFrom(output: number, from: number): number {
  const chunk = new Uint8Array(CHUNK);
  for (let at = from;;) {
    const read = readSync(output, chunk, 0, CHUNK, at);
    if (read === 0) return at;
    write(Deno.stdout, chunk.subarray(0, read));
    at += read;
  }
}

// Its beginning is lost: only a script that writes without end gets there.
function limit(output: number): void {
  if (fstatSync(output).size > MAX_STORED) ftruncateSync(output);
}

function exitOf(
  [program = "", ...args]: readonly string[],
  env: Record<string, string>,
  output: number | "inherit",
): Promise<number> {
  const stdio = output === "inherit" ? output : ["ignore" as const, output, output];
  const child = spawn(program, args, { env, stdio });
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    child.once("error", (error) => {
      write(Deno.stderr, new TextEncoder().encode(`${error.message}\n`));
      resolve(127);
    });
  });
}

function write(to: { writeSync(bytes: Uint8Array): number }, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += to.writeSync(bytes.subarray(done));
}

interface Messages {
  noVariable(form: string): string;
  notSet(variable: string): string;
  invalid(word: string): string;
  none(variable: string, count: number, ranges: readonly string[]): string;
  failed(account: number, code: number): string;
  tooLong(variable: string): string;
}

const messages: Record<Language, Messages> = {
  en: {
    noVariable: (form) =>
      `Missing ${
        form === "conc" ? "concurrency " : ""
      }environment variable: after ${form}, name the variable that joins accounts with &`,
    notSet: (variable) => `The environment variable ${variable} is not set or empty`,
    invalid: (word) => `Invalid range: ${word}. Use numbers and spans such as 2, 1-3 or 3-max`,
    none: (variable, count, ranges) =>
      `${ranges.join(" ")} selects no account: ${variable} has ${count}, counted from 1`,
    failed: (account, code) => `Account ${account} failed (exit code ${code})`,
    tooLong: (variable) =>
      `The selected accounts of ${variable} are too long for the environment. Only scripts in JavaScript and Python have them`,
  },
  zh: {
    noVariable: (form) => `缺少环境变量：请在 ${form} 之后填写以 & 连接各账户的变量名`,
    notSet: (variable) => `环境变量 ${variable} 未设置或为空`,
    invalid: (word) => `范围 ${word} 无效，请使用数字或区间，例如 2、1-3 或 3-max`,
    none: (variable, count, ranges) =>
      `${ranges.join(" ")} 未选中任何账户：${variable} 共有 ${count} 个，从 1 开始计数`,
    failed: (account, code) => `账户 ${account} 执行失败（退出码 ${code}）`,
    tooLong: (variable) =>
      `${variable} 选中的账户过长，无法放入环境变量，只有 JavaScript 和 Python 脚本可以读取`,
  },
};
