// Values of parameters on the command line. Arguments are visible to every user of the machine, so secrets are read from files or
// standard input.
import type { Parameter } from "../../contract/parameters.ts";
import type { Language } from "../../contract/settings.ts";
import type { Task } from "../../contract/tasks.ts";
import { type Call, type Command } from "../command.ts";
import { UsageError } from "../command_result.ts";
import { readInput } from "./read_input.ts";

export const parameterOptions: NonNullable<Command["options"]> = {
  parameter: {
    short: "p",
    value: "NAME=value",
    meaning: { en: "value of a parameter of the task", zh: "任务参数的值" },
  },
  "parameter-from": {
    value: "NAME=file",
    meaning: {
      en: "value of a parameter from a file, or - for standard input; for secrets",
      zh: "从文件读取参数的值，- 为标准输入；用于机密",
    },
  },
};

const messages = {
  en: {
    pair: (text: string) => `Not of the form NAME=value: ${text}`,
    secret: (name: string) =>
      `${name} is a secret: arguments are visible to others. Use --parameter-from ${name}=file, or ${name}=- for standard input`,
    twice: "Standard input can be the value of one parameter only",
  },
  zh: {
    pair: (text: string) => `应为 NAME=value 的形式：${text}`,
    secret: (name: string) =>
      `${name} 是机密：其他用户可以看到命令行参数。请使用 --parameter-from ${name}=文件，或用 ${name}=- 从标准输入读取`,
    twice: "标准输入只能作为一个参数的值",
  },
} satisfies Record<Language, unknown>;

/** Reads the values of parameters for some tasks. Throws `UsageError`, and file system errors. */
export async function readParameters(
  call: Call,
  tasks: readonly Pick<Task, "parameters">[],
): Promise<Record<string, string>> {
  const text = messages[call.language];
  const pairs = (option: string) => call.list(option).map((pair) => readPair(pair, text.pair));
  const given = pairs("parameter");
  const files = pairs("parameter-from");
  const isSecret = (name: string) => tasks.some(({ parameters }) => parameters.some(isSecretNamed(name)));
  const [secret] = given.find(([name]) => isSecret(name)) ?? [];
  if (secret !== undefined) throw new UsageError(text.secret(secret));
  if (files.filter(([, file]) => file === "-").length > 1) throw new UsageError(text.twice);
  const read = await Promise.all(files.map(async ([name, file]) => {
    const content = await readInput(file);
    // A line that was typed or written by an editor ends with a line break, which no secret has.
    return [name, isSecret(name) ? content.replace(/\r?\n$/, "") : content] as const;
  }));
  return Object.fromEntries([...given, ...read]);
}

const isSecretNamed = (wanted: string) => ({ name, type }: Parameter) => name === wanted && type === "secret";

function readPair(pair: string, message: (text: string) => string): [string, string] {
  const [, name, value] = /^([A-Za-z_]\w*)=([^]*)$/.exec(pair) ?? [];
  if (name === undefined) throw new UsageError(message(pair));
  return [name, value ?? ""];
}
