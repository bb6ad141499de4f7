// The shape of the command line: parsing, help and completion all read the same table.
import type { Language } from "../contract/settings.ts";

export type Text = Record<Language, string>;

/** What the shell offers to complete: names that the running panel knows, or files. */
export type Completion = "task" | "subscription" | "variable" | "script" | "file" | "folder";

/** Returns the values of a list that is joined by commas. */
export function splitList(list: string): string[] {
  return list.split(",").map((value) => value.trim());
}

export interface Option {
  meaning: Text;
  /** Placeholder of the value; without one, the option is a switch. */
  value?: string;
  /** One letter. */
  short?: string;
  values?: readonly string[];
  /** Whether the value is a list of them, joined by commas. */
  isList?: boolean;
  /** Also values of which others are valid, too. */
  completes?: Completion | readonly string[];
}

export interface Operand {
  name: string;
  isMany?: boolean;
  isOptional?: boolean;
  values?: readonly string[];
  completes?: Completion;
}

export interface Command {
  name: string;
  summary: Text;
  /** More than the summary says, for the help of this command. */
  notes?: Text;
  operands?: readonly Operand[];
  options?: Readonly<Record<string, Option>>;
  /** Placeholder of what follows `--`; without one, that counts as operands. */
  rest?: string;
  /** Returns the exit code. Throws `UsageError` and what else `runCommand` reports. */
  run(call: Call): Promise<number>;
}

export interface CommandGroup {
  name: string;
  summary: Text;
  commands: readonly Command[];
}

export interface Call {
  language: Language;
  operands: readonly string[];
  rest: readonly string[];
  /** Returns the last value of an option; undefined when it was not given. */
  text(option: string): string | undefined;
  /** Returns every value of an option that was repeated. */
  list(option: string): readonly string[];
  has(option: string): boolean;
}

export const dataDirOption: Option = {
  value: "folder",
  completes: "folder",
  meaning: {
    en: "data folder of the panel (SUNDIAL_DATA_DIR, ./data)",
    zh: "面板的数据目录（SUNDIAL_DATA_DIR，默认 ./data）",
  },
};

export const jsonOption: Option = { meaning: { en: "print JSON", zh: "以 JSON 输出" } };

/** The options of every command that talks to a panel. */
export const panelOptions = {
  "data-dir": dataDirOption,
  url: {
    value: "url",
    meaning: {
      en: "panel at another address; set SUNDIAL_TOKEN to the token of an application",
      zh: "其他地址的面板，令牌由 SUNDIAL_TOKEN 提供",
    },
  },
  json: jsonOption,
} as const satisfies Record<string, Option>;
