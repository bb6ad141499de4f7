import { MASK } from "../../../contract/variables.ts";

/** One exported variable; its value is null if it is a secret that must stay hidden. */
export interface Written {
  name: string;
  value: string | null;
  remarks: string;
  labels: readonly string[];
  enabled: boolean;
  secret: boolean;
}

/** Formats variables as `.env` text. Disabled variables, and secrets without a value, become comments. */
export function writeEnv(variables: readonly Written[]): string {
  return variables.map(({ name, value, remarks: warnings, enabled }) => {
    const warning = warnings === "" ? "" : `${asComment(warnings)}\n`;
    if (value === null) return `${warning}# ${name}=${MASK}\n`;
    const line = `${name}=${quote(value)}`;
    return `${warning}${enabled ? line : asComment(line)}\n`;
  }).join("");
}

function asComment(text: string): string {
  return text.split(/\r\n|\r|\n/).map((line) => `# ${line}`).join("\n");
}

const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

// Prefers single quotes, because no tool expands anything inside them. A carriage return would be read as a
// newline.
function quote(value: string): string {
  if (PLAIN.test(value)) return value;
  if (!/['\r]/.test(value)) return `'${value}'`;
  return `"${value.replace(/["\\$`]/g, "\\$&").replaceAll("\r", "\\r")}"`;
}

/** Formats variables as JSON, in the shape that an import reads. */
export function writeJson(variables: readonly Written[]): string {
  return `${JSON.stringify(variables, null, 2)}\n`;
}
