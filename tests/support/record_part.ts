// Writes results into docs/measurements, so that nobody copies figures by hand.
import { join } from "node:path";

const folder = join(import.meta.dirname!, "../../docs/measurements");

/** Replaces the result in the document of a part. Throws when it has no place for it. */
export async function recordPart(name: string, result: string): Promise<void> {
  const document = join(folder, `${name}.md`);
  await Deno.writeTextFile(document, replacePart(await Deno.readTextFile(document), name, result));
  const { success } = await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", document] })
    .output();
  if (!success) throw new Error(`cannot format ${document}`);
}

/** Returns a document in which the text between the two comments of a part is replaced. */
export function replacePart(text: string, name: string, result: string): string {
  const [start, end] = [`<!-- measured ${name} -->\n`, `<!-- /measured ${name} -->\n`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`no place for the part "${name}"`);
  return `${text.slice(0, from)}${start}\n${result.trim()}\n\n${text.slice(to)}`;
}
