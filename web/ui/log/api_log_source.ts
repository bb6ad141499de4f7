import type {
  FirstErrorResult,
  LogSearchResult,
  LogTimesResult,
} from "../../../server/contract/log_search.ts";
import type { LogChunk, LogEnd } from "../../../server/contract/runs.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import type { Api } from "../../api/request.ts";
import type { QueryValues } from "../../paths.ts";
import type { LogBytes, LogFollower, LogSource } from "./log_source.ts";

const retryMs = 1500;
const maxMatches = 1000;

interface LogAddress {
  /** Path of the log below `/api`; its other endpoints are below this path. */
  path: string;
  query?: QueryValues;
  /** Called for the end time of the log's run; null while it is running or when unknown. */
  overAt(): string | null;
}

/** Returns the log of a run over the API. `overAt` returns the end time of the run; null while it is running. */
export function runLogSource(api: Api, run: { id: number; overAt: () => string | null }): LogSource {
  const path = `/runs/${run.id}/log`;
  return {
    ...readSource(api, { ...run, path }),
    follow: (start, follower) => follow(api, `${path}/stream`, start, follower),
  };
}

/** Returns a log that belongs to no run, by its path, over the API; it never grows. */
export function fileLogSource(api: Api, path: string): LogSource {
  const source = readSource(api, { path: "/logs/content", query: { path }, overAt: () => null });
  return { ...source, follow: () => () => {} };
}

function readSource(api: Api, { path, query = {}, overAt }: LogAddress): Omit<LogSource, "follow"> {
  const read = async (range: string | null, signal: AbortSignal): Promise<LogBytes> =>
    readResponse(await api.raw("GET", path, { query, signal, ...(range && { headers: { range } }) }));
  return {
    readLast: (length, signal) =>
      read(`bytes=-${length}`, signal).catch((error) => {
        if (!isOutside(error)) throw error;
        return read(null, signal); // nothing exists yet, so the whole log is empty
      }),
    read: (start, end, signal) =>
      read(`bytes=${start}-${end - 1}`, signal).catch(async (error) => {
        if (!isOutside(error)) throw error;
        return { ...await read(`bytes=0-0`, signal).catch(() => nothing), bytes: none, offset: start };
      }),
    search: ({ text, caseSensitive, start }, signal) =>
      api.get<LogSearchResult>(`${path}/search`, {
        query: { ...query, q: text, caseSensitive, limit: maxMatches, ...start },
        signal,
      }),
    firstError: (start, signal) =>
      api.get<FirstErrorResult>(`${path}/first-error`, { query: { ...query, ...start }, signal }),
    async times(from, to, signal) {
      const { items } = await api.get<LogTimesResult>(`${path}/times`, {
        query: { ...query, from, to },
        signal,
      });
      const end = overAt();
      // A run that ended at once has no recorded times and needs none.
      return items.length === 0 && end !== null ? [{ size: Number.MAX_SAFE_INTEGER, at: end }] : items;
    },
  };
}

const none = new Uint8Array(0);
const nothing: LogBytes = {
  bytes: none,
  offset: 0,
  size: 0,
  complete: false,
  generation: 0,
  gap: null,
  removed: false,
};

/** Follows a log over successive connections; each continues where the previous one ended. */
function follow(
  api: Api,
  path: string,
  start: { offset: number; generation: number },
  follower: LogFollower,
): () => void {
  let position = start;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left = false;
  let stream = connect();
  async function connectAgain(): Promise<void> {
    await api.settled();
    if (!left) stream = connect();
  }
  function connect(): EventSource {
    const opened = new EventSource(api.url(path, { ...position }));
    opened.addEventListener("chunk", ({ data }) => {
      const part: LogChunk = JSON.parse(data);
      position = { offset: part.next, generation: part.generation };
      follower.onPart(part.skipped === undefined ? part : { ...part, text: "" });
    });
    opened.addEventListener("end", ({ data }) => {
      opened.close();
      const end: LogEnd = JSON.parse(data);
      follower.onEnd(end);
    });
    opened.onerror = () => {
      if (opened.readyState !== EventSource.CLOSED) return; // the browser reconnects by itself
      timer = setTimeout(() => void connectAgain(), retryMs);
    };
    return opened;
  }
  return () => {
    left = true;
    clearTimeout(timer);
    stream.close();
  };
}

async function readResponse(response: Response): Promise<LogBytes> {
  const { headers } = response;
  const range = /^bytes (\d+)-/.exec(headers.get("content-range") ?? "");
  const [, gapStart, gapEnd] = /^(\d+)-(\d+)$/.exec(headers.get("x-log-gap") ?? "") ?? [];
  const bytes = new Uint8Array(await response.arrayBuffer());
  const offset = Number(range?.[1] ?? 0);
  return {
    bytes,
    offset,
    size: Number(headers.get("x-log-size") ?? offset + bytes.length),
    complete: headers.get("x-log-complete") !== "false",
    generation: Number(headers.get("x-log-generation") ?? 0),
    gap: gapEnd === undefined ? null : { start: Number(gapStart), end: Number(gapEnd) },
    removed: headers.get("x-log-removed") === "true",
  };
}

function isOutside(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 416;
}
