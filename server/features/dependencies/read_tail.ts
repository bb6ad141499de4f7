/** Reads the last bytes of a log as text; empty when there is none. What was left out of its middle is left out. */
export async function readTail(path: string, bytes: number): Promise<string> {
  try {
    using file = await Deno.open(path, { read: true });
    const { size } = await file.stat();
    await file.seek(Math.max(0, size - bytes), Deno.SeekMode.Start);
    const buffer = new Uint8Array(Math.min(size, bytes));
    let filled = 0;
    while (filled < buffer.length) {
      const count = await file.read(buffer.subarray(filled));
      if (count === null) break;
      filled += count;
    }
    return new TextDecoder().decode(buffer.subarray(0, filled)).replaceAll("\0", "");
  } catch (fault) {
    if (fault instanceof Deno.errors.NotFound) return "";
    throw fault;
  }
}
