// Waits for a run and prints its log meanwhile.
import type { LogChunk, Run } from "../../contract/runs.ts";
import type { PanelApi } from "./panel_api.ts";
import { ApiError } from "./panel_api.ts";
import { LogOutput } from "../log_output.ts";
import { sleep, systemClock } from "../../platform/clock.ts";

const POLL_MS = 300;

/** Resolves with the run once it has ended. */
export async function waitForRun(api: PanelApi, runId: number): Promise<Run> {
  for (;;) {
    const run = await api.json<Run>("GET", `/runs/${runId}`);
    if (run.finishedAt !== null || run.state === "skipped") return run;
    await sleep(systemClock, POLL_MS);
  }
}

/** Returns the exit code of a command that waited for this run: that of the run, and never 0 unless it succeeded. */
export function exitCodeOf({ state, exitCode }: Run): number {
  return state === "succeeded" ? 0 : exitCode || 1;
}

/**
 * Prints the log of a run from an offset until the run ends, or until nobody reads it any more; waits for a run that has not
 * started.
 */
export async function followLog(api: PanelApi, runId: number, offset = 0): Promise<void> {
  for (;;) {
    const run = await api.json<Run>("GET", `/runs/${runId}`);
    if (run.startedAt !== null || run.finishedAt !== null || run.state === "skipped") break;
    await sleep(systemClock, POLL_MS);
  }
  let next = offset;
  const output = new LogOutput();
  for (;;) {
    const response = await api.send("GET", `/runs/${runId}/log/stream`, { query: { offset: next } }).catch(
      (error) => {
        // Its log was removed, or it never had one.
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      },
    );
    if (response === null) return;
    for await (const { event, data } of readEvents(response)) {
      if (event === "end") return;
      if (event !== "chunk") continue;
      const chunk: LogChunk = JSON.parse(data);
      if (!output.print(chunk.text)) return;
      next = chunk.next;
    }
    await sleep(systemClock, POLL_MS);
  }
}

/** Prints the last lines of the log of a run; returns the offset behind them. */
export async function printLog(api: PanelApi, runId: number, lines: number | null): Promise<number> {
  const headers = lines === null ? {} : { range: `bytes=-${lines * BYTES_PER_LINE}` };
  const response = await api.send("GET", `/runs/${runId}/log`, { headers }).catch((error) => {
    // An empty log has no last bytes.
    if (error instanceof ApiError && error.status === 416) return null;
    throw error;
  });
  if (response?.body == null) return 0;
  const size = Number(response.headers.get("x-log-size") ?? 0);
  const output = new LogOutput();
  if (lines === null) {
    for await (const bytes of response.body) {
      if (!output.print(bytes)) break;
    }
    return size;
  }
  const all = (await response.text()).split("\n");
  const end = all.at(-1) === "" ? all.length - 1 : all.length;
  const last = all.slice(Math.max(0, end - lines));
  output.print(last.join("\n"));
  return size;
}

const BYTES_PER_LINE = 1_000;

async function* readEvents({ body }: Response): AsyncGenerator<{ event: string; data: string }> {
  let text = "";
  try {
    for await (const part of body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + part).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const lines = block.split("\n");
        const valueOf = (name: string) =>
          lines.flatMap((line) => line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []).join(
            "\n",
          );
        yield { event: valueOf("event") || "message", data: valueOf("data") };
      }
    }
  } catch {
    // The connection was lost; the caller continues where it was.
  }
}
