import type { Language } from "../contract/settings.ts";
import { version } from "../platform/build_info.ts";
import type { Command } from "./command.ts";
import { complain, reasonIn, UsageError } from "./command_result.ts";
import { commands } from "./commands.ts";
import { complete } from "./completion.ts";
import { formatCommandHelp, formatGroupHelp, formatRootHelp, usageOf } from "./help.ts";
import { panelErrorOf } from "./panel/panel_api.ts";
import { parseCommand } from "./parse_command.ts";
import { print, printLines } from "./terminal.ts";

/**
 * Runs a command of the command line and returns its exit code: 0 done, 1 failed, 2 invalid usage, 3 no panel reached; a
 * command that waits for a run returns the exit code of the run.
 */
export async function runCommand(command: string, args: string[]): Promise<number> {
  const language = consoleLanguage(Deno.env.toObject());
  try {
    return await dispatch(command, args, language);
  } catch (error) {
    return complain(reasonIn(error, language), 1);
  }
}

async function dispatch(command: string, args: string[], language: Language): Promise<number> {
  switch (command) {
    case "__trial": {
      const { tryDatabase } = await import("./try_database.ts");
      return await tryDatabase(args);
    }
    case "__try_start": {
      const { tryStart } = await import("./try_start.ts");
      return await tryStart(args);
    }
    case "__complete":
      return printLines(await complete(commands, args, language));
    case "version":
    case "--version":
      return printLines([version]);
    case "help":
    case "--help":
    case "-h":
      return args.length === 0
        ? printLines([formatRootHelp(commands, language)])
        : await run([...args, "--help"], language);
  }
  return await run([command, ...args], language);
}

async function run([first = "", ...args]: string[], language: Language): Promise<number> {
  const text = messages[language];
  const entry = commands.find(({ name }) => name === first);
  if (entry === undefined) {
    return complain(`${text.unknown(first)}\n\n${formatRootHelp(commands, language)}`, 2);
  }
  if (!("commands" in entry)) return await call(entry.name, entry, args, language);
  const [second, ...rest] = args;
  if (second !== undefined && isHelp(second)) return printLines([formatGroupHelp(entry, language)]);
  const command = entry.commands.find(({ name }) => name === second);
  if (command) return await call(`${entry.name} ${command.name}`, command, rest, language);
  return complain(
    `${second === undefined ? text.incomplete : text.unknown(`${first} ${second}`)}\n\n${
      formatGroupHelp(entry, language)
    }`,
    2,
  );
}

async function call(path: string, command: Command, args: string[], language: Language): Promise<number> {
  const end = args.indexOf("--");
  if (args.slice(0, end < 0 ? undefined : end).some(isHelp)) {
    print(`${formatCommandHelp(path, command, language)}\n`);
    return 0;
  }
  try {
    return await command.run(parseCommand(command, args, language));
  } catch (error) {
    if (error instanceof UsageError) {
      const text = messages[language];
      return complain(`${error.message}\n${usageOf(path, command, language)}\n${text.more(path)}`.trim(), 2);
    }
    const known = panelErrorOf(error, language);
    return known ? complain(known.reason, known.code) : complain(reasonIn(error, language), 1);
  }
}

const isHelp = (arg: string) => arg === "--help" || arg === "-h";

const messages = {
  en: {
    unknown: (command: string) => `Unknown command: ${command}`,
    incomplete: "A command is missing",
    more: (path: string) => `See sundial ${path} --help`,
  },
  zh: {
    unknown: (command: string) => `未知命令：${command}`,
    incomplete: "缺少命令",
    more: (path: string) => `详见 sundial ${path} --help`,
  },
};

/** Returns the language of the console, taken from the locale variables in the order of POSIX (XBD 8.2). */
function consoleLanguage(variables: Record<string, string>): Language {
  const locale = variables["LC_ALL"] || variables["LC_MESSAGES"] || variables["LANG"] || "";
  return locale.toLowerCase().startsWith("zh") ? "zh" : "en";
}
