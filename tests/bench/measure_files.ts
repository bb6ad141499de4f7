// Duration of a search in all logs and of a backup, compared with system tools on the same files.
import { join } from "node:path";
import type { Backup, BackupList } from "../../server/contract/backups.ts";
import type { SearchResult } from "../../server/contract/files.ts";
import { PanelProcess } from "../support/panel_process.ts";
import type { Measurement } from "./report.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const ROUNDS = 3;

/** Measures with 2,000 files of 10 kB, as logs and as scripts; only the last one contains the search text. */
export async function measureFiles(): Promise<Measurement[]> {
  await using temporary = await temporaryFolder();
  const dataDir = temporary.path;
  const [logs, scripts] = [join(dataDir, "logs"), join(dataDir, "scripts")];
  for (const folder of [logs, scripts]) await fill(folder, 2_000, 10_000);
  await using panel = await PanelProcess.start({ dataDir, setUp: true });
  await panel.logIn();
  const search: number[] = [];
  const grep: number[] = [];
  const backup: number[] = [];
  const tar: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    search.push(await timed(() => searchLogs(panel)));
    grep.push(await timed(() => runProgram("grep", ["-rF", "needle", logs])));
    backup.push(await timed(() => backUpScripts(panel)));
    tar.push(await timed(() => runProgram("tar", ["-czf", join(dataDir, "floor.tar.gz"), scripts])));
  }
  return [
    {
      what: "a text in 2,000 logs, 20 MB",
      unit: "s",
      panel: search,
      floor: { name: "`grep`", values: grep },
    },
    {
      what: "a backup of 2,000 files, 20 MB, verified",
      unit: "s",
      panel: backup,
      floor: { name: "`tar`, `gzip`", values: tar },
    },
  ];
}

async function fill(folder: string, files: number, bytes: number): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (let index = 0; index < files; index++) {
    const lines = Array.from(
      { length: bytes / 50 },
      () => `${crypto.randomUUID()} said hello\n`.padStart(50),
    );
    if (index === files - 1) lines.push("a needle\n");
    await Deno.writeTextFile(join(folder, `${String(index).padStart(5, "0")}.log`), lines.join(""));
  }
}

/** Returns how long an action took, in seconds. */
async function timed(action: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await action();
  return (performance.now() - startedAt) / 1000;
}

async function searchLogs(panel: PanelProcess): Promise<void> {
  const { hits, complete } = await panel.json<SearchResult>("/api/logs/search?q=needle&in=contents");
  if (!complete || hits.length !== 1) throw new Error(`the text was found ${hits.length} times`);
}

async function backUpScripts(panel: PanelProcess): Promise<void> {
  const { id } = await panel.json<Backup>("/api/backups", { json: { parts: ["scripts"] } });
  for (;;) {
    const { items } = await panel.json<BackupList>("/api/backups");
    const state = items.find((backup) => backup.id === id)?.state;
    if (state === "ready") return;
    if (state !== "making") throw new Error("the backup failed");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function runProgram(program: string, args: string[]): Promise<void> {
  const { success } = await new Deno.Command(program, { args, stdout: "null", stderr: "null" }).output();
  if (!success) throw new Error(`${program} failed`);
}
