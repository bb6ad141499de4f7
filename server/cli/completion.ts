// Completion for shells. The scripts ask this program for every word, so that they never differ from its commands.
import type { Language } from "../contract/settings.ts";
import { type Command, type CommandGroup, type Completion, type Option, splitList } from "./command.ts";
import { PanelClient } from "./panel_client.ts";
import { readDataDir } from "./command_result.ts";
import { resolve } from "node:path";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

export function completionScript(shell: Shell): string {
  return scripts[shell];
}

// `__complete` prints one candidate per line, or :files or :folders for what the shell itself completes.
const scripts: Record<Shell, string> = {
  bash: `_sundial() {
  local word=\${COMP_WORDS[COMP_CWORD]} words=("\${COMP_WORDS[@]:1:COMP_CWORD}") line
  [[ $word == = ]] && word=
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) compopt -o filenames; mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$word") ;;
      :folders) compopt -o filenames; mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$word") ;;
      *) line=$(printf %q "$line"); COMPREPLY+=("\${line//\\\\,/,}") ;;
    esac
  done < <(sundial __complete "\${words[@]//\\\\/}" 2>/dev/null)
}
complete -F _sundial sundial
`,
  zsh: `#compdef sundial
_sundial() {
  local -a candidates
  local line
  for line in "\${(@f)$(sundial __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      '') ;;
      :files) _files ;;
      :folders) _files -/ ;;
      *) candidates+=("$line") ;;
    esac
  done
  (( \${#candidates} )) && compadd -- $candidates
}
compdef _sundial sundial
`,
  fish: `function __sundial_complete
  set -l words (commandline --tokens-expanded --cut-at-cursor 2>/dev/null; or commandline -opc)[2..] (commandline --current-token)
  for line in (sundial __complete $words 2>/dev/null)
    switch $line
      case :files
        __fish_complete_path (commandline --current-token)
      case :folders
        __fish_complete_directories (commandline --current-token)
      case '*'
        echo $line
    end
  end
end
complete --command sundial --no-files --arguments '(__sundial_complete)'
`,
};

type Entry = Command | CommandGroup;

/** Returns the candidates for the last of these words, which may be empty. */
export async function complete(
  entries: readonly Entry[],
  words: readonly string[],
  language: Language,
): Promise<string[]> {
  const { before, current, prefix } = splitLast(words);
  const candidates = await candidatesFor(entries, before, current, language);
  return candidates.filter((one) => one.startsWith(":") ? prefix === "" : one.startsWith(current))
    .map((one) => `${prefix}${one}`);
}

/** Splits `--name=value`: bash makes three words of it, others one, of which they replace all. */
function splitLast(words: readonly string[]): { before: readonly string[]; current: string; prefix: string } {
  const current = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  if (current === "=") return { before, current: "", prefix: "" };
  if (before.at(-1) === "=") return { before: before.slice(0, -1), current, prefix: "" };
  const [, name, value = ""] = /^(--[\w-]+)=(.*)$/s.exec(current) ?? [];
  if (name === undefined) return { before, current, prefix: "" };
  return { before: [...before, name], current: value, prefix: `${name}=` };
}

async function candidatesFor(
  entries: readonly Entry[],
  before: readonly string[],
  current: string,
  language: Language,
): Promise<string[]> {
  const [first, ...rest] = before;
  if (first === undefined) return [...entries.map(({ name }) => name), "help", "version"];
  if (first === "help") return rest.length < 2 ? await candidatesFor(entries, rest, current, language) : [];
  const entry = entries.find(({ name }) => name === first);
  if (entry === undefined) return [];
  if (!("commands" in entry)) return await ofCommand(entry, rest, current, language);
  const [second, ...more] = rest;
  if (second === undefined) return entry.commands.map(({ name }) => name);
  const command = entry.commands.find(({ name }) => name === second);
  return command === undefined ? [] : await ofCommand(command, more, current, language);
}

async function ofCommand(
  { options = {}, operands = [] }: Command,
  before: readonly string[],
  current: string,
  language: Language,
): Promise<string[]> {
  if (before.includes("--")) return [];
  const previous = optionOf(options, before.at(-1));
  if (previous?.value !== undefined) {
    return previous.isList ? listsOf(previous, current) : await valuesOf(previous, before, language);
  }
  if (current.startsWith("-")) return [...Object.keys(options), "help"].map((name) => `--${name}`);
  const given =
    before.filter((word, index) =>
      !word.startsWith("-") && optionOf(options, before[index - 1])?.value === undefined
    ).length;
  const operand = operands[given] ?? (operands.at(-1)?.isMany ? operands.at(-1) : undefined);
  return operand === undefined ? [] : await valuesOf(operand, before, language);
}

function optionOf(options: Readonly<Record<string, Option>>, word = ""): Option | undefined {
  if (word.startsWith("--")) {
    return Object.hasOwn(options, word.slice(2)) ? options[word.slice(2)] : undefined;
  }
  return Object.values(options).find(({ short }) => short !== undefined && word === `-${short}`);
}

// What is there already stays; each value fits once.
function listsOf({ values = [] }: Option, current: string): string[] {
  const given = splitList(current).slice(0, -1);
  return values.filter((value) => !given.includes(value)).map((value) => [...given, value].join(","));
}

async function valuesOf(
  { values, completes }: Pick<Option, "values" | "completes">,
  before: readonly string[],
  language: Language,
): Promise<string[]> {
  if (values) return [...values];
  if (completes === undefined) return [];
  if (typeof completes !== "string") return [...completes];
  if (completes === "file" || completes === "folder") return [`:${completes}s`];
  const flag = before.indexOf("--data-dir");
  return await namesOf(completes, readDataDir(flag < 0 ? undefined : before[flag + 1]), language).catch(
    () => [],
  );
}

const lists = {
  task: "/api/tasks",
  subscription: "/api/subscriptions",
  variable: "/api/variables",
  script: "/api/files/scripts/search",
} as const satisfies Record<Exclude<Completion, "file" | "folder">, string>;

async function namesOf(kind: keyof typeof lists, dataDir: string, language: Language): Promise<string[]> {
  const panel = await PanelClient.local(resolve(dataDir), language);
  if (panel === null) return [];
  const query = kind === "script" ? { q: "." } : { pageSize: 500 };
  const { items, hits } = await (await panel.request("GET", lists[kind], { query })).json();
  const names = (items ?? hits ?? []).map((one: { name?: string; path?: string }) =>
    one.name ?? one.path ?? ""
  );
  return [...new Set<string>(names)].filter((name) => !name.includes("\n"));
}
