import type { Language } from "../contract/settings.ts";
import { type Command, type CommandGroup, type Option, panelOptions } from "./command.ts";
import { padEnd } from "./terminal.ts";

export function formatRootHelp(entries: readonly (Command | CommandGroup)[], language: Language): string {
  const text = messages[language];
  const names = entries.map((entry): [string, string] => [entry.name, entry.summary[language]]);
  return [
    `${text.usage}sundial <${text.command}> [${text.options}]`,
    "",
    ...rows([...names, ["version", text.version], ["help", text.help]]),
    "",
    text.more("sundial <" + text.command + "> --help"),
  ].join("\n");
}

export function formatGroupHelp({ name, summary, commands }: CommandGroup, language: Language): string {
  const text = messages[language];
  return [
    sentence(summary[language]),
    "",
    `${text.usage}sundial ${name} <${text.command}> [${text.options}]`,
    "",
    ...rows(commands.map((command) => [callOf(command), command.summary[language]])),
    "",
    text.more(`sundial ${name} <${text.command}> --help`),
  ].join("\n");
}

/** Returns the help of one command; `path` is how it is called, such as `task list`. */
export function formatCommandHelp(path: string, command: Command, language: Language): string {
  const text = messages[language];
  const { summary, notes, options = {} } = command;
  const shared = Object.keys(panelOptions);
  const isShared = ([name]: [string, Option]) => "url" in options && shared.includes(name);
  const all = Object.entries(options);
  const own = all.filter((entry) => !isShared(entry));
  return [
    sentence(summary[language]),
    "",
    usageOf(path, command, language),
    ...(notes ? ["", notes[language]] : []),
    ...(own.length > 0
      ? ["", text.optionsTitle, ...rows(own.map((entry) => optionRow(entry, language)))]
      : []),
    ...(all.length > own.length
      ? ["", text.panelTitle, ...rows(all.filter(isShared).map((entry) => optionRow(entry, language)))]
      : []),
  ].join("\n");
}

export function usageOf(path: string, command: Command, language: Language): string {
  const text = messages[language];
  const hasOptions = Object.keys(command.options ?? {}).length > 0;
  const parts = [`sundial ${path}${callOf({ ...command, name: "" })}`];
  if (hasOptions) parts.push(`[${text.options}]`);
  if (command.rest) parts.push(`[-- ${command.rest}…]`);
  return `${text.usage}${parts.join(" ")}`;
}

function callOf({ name, operands = [] }: Command): string {
  return [
    name,
    ...operands.map(({ name, isMany, isOptional }) => {
      const one = `${isOptional ? "[" : "<"}${name}${isOptional ? "]" : ">"}`;
      return isMany ? `${one}…` : one;
    }),
  ].join(" ");
}

function optionRow([name, option]: [string, Option], language: Language): [string, string] {
  const { short, value, values, meaning } = option;
  const letter = short ? `-${short}, ` : "";
  const shape = values && values.join("|").length < 24 ? values.join("|") : value;
  return [`${letter}--${name}${value === undefined ? "" : ` <${shape}>`}`, meaning[language]];
}

function rows(entries: readonly [string, string][]): string[] {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, meaning]) => `  ${padEnd(name, width)}  ${meaning}`);
}

function sentence(summary: string): string {
  const first = summary.charAt(0).toUpperCase() + summary.slice(1);
  return /[\p{Script=Han}）]$/u.test(first) ? `${first}。` : `${first}.`;
}

const messages = {
  en: {
    usage: "Usage: ",
    command: "command",
    options: "options",
    version: "print the version",
    help: "print this help",
    optionsTitle: "Options:",
    panelTitle: "Options to reach the panel, and for the output:",
    more: (call: string) => `Run ${call} for the options of a command.`,
  },
  zh: {
    usage: "用法：",
    command: "命令",
    options: "选项",
    version: "显示版本",
    help: "显示帮助",
    optionsTitle: "选项：",
    panelTitle: "连接面板与输出的选项：",
    more: (call: string) => `运行 ${call} 查看命令的选项。`,
  },
};
