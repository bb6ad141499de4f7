// The declared parameters as the form has them, and their conversion to and from the API.
import type { Parameter, ParameterText, ParameterValue } from "../../../../server/contract/parameters.ts";
import { type ParameterType, patternTypes, rangeTypes } from "../../../../server/contract/parameter_types.ts";

export interface ParameterRow {
  /** For the order of the list only. */
  id: number;
  name: string;
  type: ParameterType;
  label: { en: string; zh: string };
  help: { en: string; zh: string };
  required: boolean;
  default: ParameterValue | null;
  pattern: string;
  min: string;
  max: string;
  choices: readonly string[];
}

export function rowsOf(parameters: readonly Parameter[]): ParameterRow[] {
  return parameters.map(({ pattern, min, max, choices, label, help, ...parameter }, id) => ({
    ...parameter,
    id,
    label: textsOf(label),
    help: textsOf(help),
    pattern: pattern ?? "",
    min: min === null ? "" : String(min),
    max: max === null ? "" : String(max),
    choices: choices ?? [],
  }));
}

export function addRow(rows: readonly ParameterRow[]): ParameterRow[] {
  const [added] = rowsOf([{
    ...{ name: "", type: "text", required: false, default: null },
    ...{ pattern: null, min: null, max: null, choices: null },
  }]);
  return added ? [...rows, { ...added, id: Math.max(-1, ...rows.map(({ id }) => id)) + 1 }] : [...rows];
}

/** Returns the declared parameters; what another type has is left out. */
export function parametersOf(rows: readonly ParameterRow[]): Parameter[] {
  return rows.map((row) => {
    const { type } = row;
    const label = textOf(row.label);
    const help = textOf(row.help);
    const hasRange = rangeTypes.includes(type);
    return {
      name: row.name.trim(),
      type,
      ...(label !== undefined && { label }),
      ...(help !== undefined && { help }),
      required: row.required,
      default: type === "secret" ? null : valueOf(type, row.default),
      pattern: patternTypes.includes(type) && row.pattern !== "" ? row.pattern : null,
      min: hasRange ? limitOf(type, row.min) : null,
      max: hasRange ? limitOf(type, row.max) : null,
      choices: type === "choice" && row.choices.length > 0 ? [...row.choices] : null,
    };
  });
}

function textsOf(text: ParameterText | undefined): ParameterRow["label"] {
  return typeof text === "object" ? text : { en: text ?? "", zh: "" };
}

// One text is for both languages.
function textOf({ en, zh }: ParameterRow["label"]): ParameterText | undefined {
  const [english, chinese] = [en.trim(), zh.trim()];
  if (english === "" || chinese === "") return english || chinese || undefined;
  return { en: english, zh: chinese };
}

function valueOf(type: ParameterType, value: ParameterValue | null): ParameterValue | null {
  if (type === "switch") return value === true;
  if (value === null || value === "") return null;
  const number = Number(value);
  return type === "number" && !Number.isNaN(number) ? number : value;
}

function limitOf(type: ParameterType, text: string): number | string | null {
  if (text.trim() === "") return null;
  const number = Number(text);
  return type === "number" && !Number.isNaN(number) ? number : text.trim();
}
