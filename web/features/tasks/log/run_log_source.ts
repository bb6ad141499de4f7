import type { LogChunk } from "../../../../server/contract/runs.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import type { Api } from "../../../api/request.ts";
import type { LogBytes, LogSource } from "../../../ui/log_view/log_source.ts";

const retryMs = 1500;

/** The log of a run, over the API. */
export function runLogSource(api: Api, run: number): LogSource {
  const path = `/runs/${run}/log`;
  const read = async (range: string | null, signal: AbortSignal): Promise<LogBytes> =>
    readAnswer(await api.raw("GET", path, { signal, ...(range && { headers: { range } }) }));
  return {
    readLast: (length, signal) =>
      read(`bytes=-${length}`, signal).catch((error) => {
        if (!isOutside(error)) throw error;
        return read(null, signal); // nothing is there yet, so the whole is nothing
      }),
    read: (start, end, signal) =>
      read(`bytes=${start}-${end - 1}`, signal).catch((error) => {
        if (!isOutside(error)) throw error;
        return { bytes: new Uint8Array(0), offset: start, size: start, complete: false };
      }),
    follow(offset, follower) {
      let next = offset;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let stream = connect();
      function connect(): EventSource {
        const opened = new EventSource(api.url(`${path}/stream`, { offset: next }));
        opened.addEventListener("chunk", ({ data }) => {
          const part: LogChunk = JSON.parse(data);
          next = part.next;
          follower.onPart(part);
        });
        opened.addEventListener("end", ({ data }) => {
          opened.close();
          follower.onEnd(JSON.parse(data).size);
        });
        opened.onerror = () => {
          if (opened.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
          timer = setTimeout(() => stream = connect(), retryMs);
        };
        return opened;
      }
      return () => {
        clearTimeout(timer);
        stream.close();
      };
    },
  };
}

async function readAnswer(response: Response): Promise<LogBytes> {
  const range = /^bytes (\d+)-/.exec(response.headers.get("content-range") ?? "");
  const bytes = new Uint8Array(await response.arrayBuffer());
  const offset = Number(range?.[1] ?? 0);
  return {
    bytes,
    offset,
    size: Number(response.headers.get("x-log-size") ?? offset + bytes.length),
    complete: response.headers.get("x-log-complete") !== "false",
  };
}

function isOutside(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 416;
}
