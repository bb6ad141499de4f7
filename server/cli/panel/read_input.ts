/** Reads a text file, or standard input when the name is `-`. Throws file system errors. */
export async function readInput(file: string): Promise<string> {
  return new TextDecoder().decode(await readInputBytes(file));
}

/** Reads a file, or standard input when the name is `-`. Throws file system errors. */
export async function readInputBytes(file: string): Promise<Uint8Array<ArrayBuffer>> {
  if (file !== "-") return await Deno.readFile(file);
  return new Uint8Array(await new Response(Deno.stdin.readable).arrayBuffer());
}
