import { calendarLimits } from "../../contract/limits/calendars.ts";
import type { Clock } from "../../platform/clock.ts";
import { Turns } from "../../platform/files/turns.ts";
import type { ICalendarRequest, ICalendarResponse } from "./icalendar_worker.ts";
import type { ReadKinds, SourceProblem } from "./icalendar_types.ts";

// One at a time: a large file takes a few hundred megabytes.
const turns = new Turns();

/** Reads an iCalendar file in a worker, which is ended if it takes too long. */
export async function readICalendar<K extends keyof ReadKinds>(
  request: ICalendarRequest & { kind: K },
  clock: Clock,
): Promise<{ events: ReadKinds[K] } | { problem: SourceProblem }> {
  return await turns.take(() => read(request, clock)) as { events: ReadKinds[K] } | {
    problem: SourceProblem;
  }; // it reads what was asked for
}

async function read(
  request: ICalendarRequest,
  clock: Clock,
): Promise<{ events: ReadKinds[keyof ReadKinds] } | { problem: SourceProblem }> {
  const worker = new Worker(new URL("./icalendar_worker.ts", import.meta.url), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<ICalendarResponse>();
  const seconds = calendarLimits.readMs / 1_000;
  const timer = clock.after(
    calendarLimits.readMs,
    () => resolve({ problem: { code: "calendar_too_slow", params: { seconds } } }),
  );
  worker.onmessage = ({ data }: MessageEvent<ICalendarResponse>) => resolve(data);
  worker.onerror = (event) => {
    event.preventDefault(); // it would end the panel
    reject(new Error(event.message));
  };
  worker.postMessage(request);
  try {
    const response = await promise;
    if ("error" in response) throw new Error(response.error);
    return response;
  } finally {
    timer.cancel();
    worker.terminate();
  }
}
