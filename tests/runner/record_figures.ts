import { join } from "node:path";
import { describeRun } from "../support/describe_run.ts";
import { recordPart } from "../support/record_part.ts";
import { FIGURES_FILE } from "../support/suite_length.ts";
import type { Count } from "./count.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

/** Runs tests, and writes what they measured into docs/measurements/long.md unless one failed. */
export async function recordFigures(run: () => Promise<Count>): Promise<Count> {
  const conditions = await describeRun();
  await using folder = await temporaryFolder();
  const file = join(folder.path, "figures");
  await Deno.writeTextFile(file, "");
  Deno.env.set(FIGURES_FILE, file);
  const count = await run();
  const figures = listFigures(await Deno.readTextFile(file));
  if (count.failed === 0 && figures !== "") await recordPart("long", `${conditions}\n\n${figures}`);
  return count;
}

/** Formats figures, a line each, as a list in Markdown; what contains a sign of Markdown is code. */
export function listFigures(lines: string): string {
  return lines.split("\n").filter((line) => line !== "").map((line) => {
    const text = line.replace(/\S*[*_|<>`&=?][^\s,]*/g, (word) => `\`${word}\``);
    return `- ${text[0]?.toUpperCase()}${text.slice(1)}`;
  }).join("\n");
}
