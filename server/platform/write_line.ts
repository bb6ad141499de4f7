/**
 * Writes a line to a standard stream of the panel, which goes on when that is impossible: its reader may have ended, or its
 * disk be full.
 */
export function writeLine(stream: { writeSync(bytes: Uint8Array): number }, line: string): void {
  const bytes = new TextEncoder().encode(`${line}\n`);
  try {
    for (let done = 0; done < bytes.length;) done += stream.writeSync(bytes.subarray(done));
  } catch {
    return;
  }
}
