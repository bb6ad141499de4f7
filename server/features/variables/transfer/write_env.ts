import { MASK } from "../../../contract/variables.ts";

/** One variable that is written out; its value is null when it is a secret that is not to be shown. */
export interface Written {
  name: string;
  value: string | null;
  remarks: string;
  labels: readonly string[];
  enabled: boolean;
  secret: boolean;
}

/** Writes variables as `.env` text. What is disabled, and secrets without their value, become comments. */
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

// Single quotes where they do, because no tool reads anything into them. A carriage return would be read as a new line.
function quote(value: string): string {
  if (PLAIN.test(value)) return value;
  if (!/['\r]/.test(value)) return `'${value}'`;
  return `"${value.replace(/["\\$`]/g, "\\$&").replaceAll("\r", "\\r")}"`;
}

/** Writes variables as JSON, in the shape that an import reads. */
export function writeJson(variables: readonly Written[]): string {
  return `${JSON.stringify(variables, null, 2)}\n`;
}
