// An installer killed halfway leaves a broken directory. So before it starts, the directory is backed up with
// hard links, which cost neither time nor space. The backup is dropped only after success, and restored in
// every other case. What kills the installer may also kill the shell around it, or the machine; then the next
// order or the next start of the panel restores the backup.
import { existsSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";

/**
 * - Files that installers overwrite in place, instead of renaming a new file, are copied: a hard link would
 *   change with them.
 * - The first TERM reaches all processes; npm would then clean up and wait for the network, which the second
 *   TERM prevents.
 * - `mv` within one directory is atomic, so one of the two is always complete.
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

/**
 * Returns a command that changes a directory as a whole or not at all. None of its words is interpreted by
 * the shell.
 */
export function keepingDirectory(directory: string, command: readonly string[]): string[] {
  return ["/bin/sh", "-c", KEEP, "sundial", directory, ...command];
}

/** Returns whether a directory has to be restored. Valid only while no installer runs. */
export function isHalfDone(directory: string): boolean {
  return existsSync(`${directory}.kept`);
}

/** Restores a directory after an installer that did not succeed. Call only while no installer runs. */
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
