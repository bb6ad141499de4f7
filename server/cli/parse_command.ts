import { parseArgs } from "node:util";
import type { Language } from "../contract/settings.ts";
import { type Call, type Command, splitList } from "./command.ts";
import { UsageError } from "./command_result.ts";

/** Parses the arguments of a command. Throws `UsageError` in the language of the console. */
export function parseCommand(command: Command, args: readonly string[], language: Language): Call {
  const text = messages[language];
  const end = args.indexOf("--");
  const [before, after] = end < 0 ? [args, []] : [args.slice(0, end), args.slice(end + 1)];
  const options = command.options ?? {};
  const { tokens } = parseArgs({
    args: [...before],
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value, short }]) => [name, {
        type: value === undefined ? "boolean" as const : "string" as const,
        ...(short && { short }),
      }]),
    ),
  });
  const values = new Map<string, string[]>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") operands.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) throw new UsageError(text.unknownOption(rawName));
    if (option.value === undefined) {
      if (inlineValue) throw new UsageError(text.isSwitch(rawName));
    } else if (value === undefined || (!inlineValue && value.length > 1 && value.startsWith("-"))) {
      throw new UsageError(text.needsValue(rawName));
    } else if (option.values) {
      const unknown = (option.isList ? splitList(value) : [value]).find((one) =>
        !option.values?.includes(one)
      );
      if (unknown !== undefined) {
        throw new UsageError((option.isList ? text.notSomeOf : text.notOneOf)(rawName, option.values));
      }
    }
    values.set(name, [...values.get(name) ?? [], value ?? ""]);
  }
  if (command.rest === undefined) operands.push(...after);
  checkOperands(command, operands, language);
  return {
    language,
    operands,
    rest: command.rest === undefined ? [] : after,
    text: (name) => values.get(name)?.at(-1),
    list: (name) => values.get(name) ?? [],
    has: (name) => values.has(name),
  };
}

function checkOperands({ operands: expected = [] }: Command, given: readonly string[], language: Language) {
  const text = messages[language];
  const missing = expected.find(({ isOptional }, index) => !isOptional && given[index] === undefined);
  if (missing) throw new UsageError(text.missing(missing.name));
  const last = expected.at(-1);
  const surplus = last?.isMany ? undefined : given[expected.length];
  if (surplus !== undefined) throw new UsageError(text.surplus(surplus));
  for (const [index, { name, values }] of expected.entries()) {
    const value = given[index];
    if (values && value !== undefined && !values.includes(value)) {
      throw new UsageError(text.notOneOf(name, values));
    }
  }
}

const messages = {
  en: {
    unknownOption: (name: string) => `Unknown option: ${name}`,
    isSwitch: (name: string) => `${name} takes no value`,
    needsValue: (name: string) => `${name} needs a value`,
    notOneOf: (name: string, values: readonly string[]) => `${name} must be one of ${values.join(", ")}`,
    notSomeOf: (name: string, values: readonly string[]) =>
      `${name} takes one or more of ${values.join(",")}`,
    missing: (name: string) => `Missing argument: <${name}>`,
    surplus: (value: string) => `Unexpected argument: ${value}`,
  },
  zh: {
    unknownOption: (name: string) => `未知选项：${name}`,
    isSwitch: (name: string) => `${name} 不接受值`,
    needsValue: (name: string) => `${name} 需要一个值`,
    notOneOf: (name: string, values: readonly string[]) => `${name} 只能是 ${values.join("、")}`,
    notSomeOf: (name: string, values: readonly string[]) =>
      `${name} 只能是以下一项或多项：${values.join(",")}`,
    missing: (name: string) => `缺少参数：<${name}>`,
    surplus: (value: string) => `多余的参数：${value}`,
  },
};
