// An installer that is killed half-way leaves rubble. So before it starts, its folder is kept as it is, by links that cost neither
// time nor room; only when it has ended well is that given up, and in every other case put back. What ends it may also end the
// shell around it, or the machine: then it is put back by the next order, or by the panel when it starts.
import { existsSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";

/**
 * - What installers write in place, instead of beside it and then renaming, is kept as a copy: a link would change with it.
 * - The first TERM reaches all; npm would tidy up at it, and wait for the network to do so, which the second spares it.
 * - `mv` within one folder happens at once or not at all, so there is always a whole one of the two.
 */
const KEEP = `
place=$1; shift
kept=$place.kept
child=
end_child() { if [ -n "$child" ]; then sleep 0.3; kill -TERM "$child" 2>/dev/null; else exit 143; fi; }
restore() {
  if [ -d "$place" ]; then mv "$place" "$place.broken.$$" || exit 75; fi
  mv "$kept" "$place" || exit 75
  rm -rf "$place".broken.*
}
rm -rf "$kept.tmp" "$place".broken.*
if [ -d "$kept" ]; then restore; fi
mkdir -p "$place" || exit 75
cp -al "$place" "$kept.tmp" 2>/dev/null || { rm -rf "$kept.tmp"; cp -a "$place" "$kept.tmp" || exit 75; }
find "$kept.tmp" -maxdepth 2 -type f \\( -name '*.json' -o -name '*.yaml' -o -name '*.cfg' \\) \\
  -exec sh -c 'for file; do cp -p "$file" "$file.own" && mv "$file.own" "$file" || exit 75; done' sundial {} + || exit 75
mv "$kept.tmp" "$kept" || exit 75
trap end_child TERM INT HUP
(cd "$place" && exec "$@") &
child=$!
wait "$child"; code=$?
while kill -0 "$child" 2>/dev/null; do wait "$child"; code=$?; done
if [ "$code" -ne 0 ]; then restore; exit "$code"; fi
mv "$kept" "$kept.tmp" || exit 75
rm -rf "$kept.tmp"
`;

/** Makes a command that changes a folder as a whole or not at all. No word of it becomes part of a shell line. */
export function keepingDirectory(directory: string, command: readonly string[]): string[] {
  return ["/bin/sh", "-c", KEEP, "sundial", directory, ...command];
}

/** Tells whether a folder waits to be put back, once no installer is at it. */
export function isHalfDone(directory: string): boolean {
  return existsSync(`${directory}.kept`);
}

/** Puts a folder back as it was before an installer that did not end well. None may be at it. */
export async function restoreDirectory(directory: string): Promise<void> {
  const stored = `${directory}.kept`;
  const broken = `${directory}.broken.0`;
  if (existsSync(stored)) {
    await rm(broken, { recursive: true, force: true });
    if (existsSync(directory)) renameSync(directory, broken);
    renameSync(stored, directory);
  }
  for (const left of [broken, `${stored}.tmp`]) await rm(left, { recursive: true, force: true });
}
