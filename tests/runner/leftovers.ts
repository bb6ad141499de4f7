import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import { listProcesses, readEnvironment } from "../../server/platform/process/process_table.ts";
import { MARK } from "../support/run_mark.ts";

/** Characters of a command line that are shown. */
const MAX_LENGTH = 120;

// Waits until its input is closed, which happens however the runner ends, then ends what carries the mark. The mark may be
// followed by the name of a job.
const watcher = `
cat > /dev/null
for round in 1 2 3 4 5; do
  found=$(grep -lsz "^$1" /proc/[0-9]*/environ)
  [ -n "$found" ] || exit 0
  for file in $found; do pid=\${file#/proc/}; kill -KILL "\${pid%/environ}"; done
done
`;

/** Ends what a test run has started once the run itself has ended, even if it is killed. Returns how to wait for that. */
export function watchOver(run: string): () => Promise<void> {
  const child = spawn("sh", ["-c", watcher, "sh", `${MARK}=${run}`], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  return () => {
    child.stdin.end();
    return ended;
  };
}

/** Kills the processes that carry a mark, and returns their command lines. */
export function endMarked(mark: string): string[] {
  const entry = `${MARK}=${mark}`;
  const left = listProcesses().filter(({ pid }) => readEnvironment(pid).includes(entry));
  const commands = left.map(({ pid }) => commandOf(pid));
  for (const { pid } of left) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
  return commands;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim().slice(0, MAX_LENGTH);
  } catch {
    return "";
  }
}
