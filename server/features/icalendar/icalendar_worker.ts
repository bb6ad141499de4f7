// Reads one iCalendar file in its own thread, which can be ended: a rule of a few characters can take forever.
import { messageOf } from "../../platform/error_message.ts";
import { readEventTimes } from "./event_times.ts";
import { type ReadKinds, type ReadOptions, SourceError, type SourceProblem } from "./icalendar_types.ts";
import { readWholeDays } from "./whole_days.ts";

export interface ICalendarRequest extends ReadOptions {
  text: string;
  kind: keyof ReadKinds;
}

export type ICalendarResponse =
  | { events: ReadKinds[keyof ReadKinds] }
  | { problem: SourceProblem }
  | { error: string };

self.onmessage = ({ data }: MessageEvent<ICalendarRequest>) => self.postMessage(respond(data));

const readers = { days: readWholeDays, times: readEventTimes };

function respond({ text, kind, ...options }: ICalendarRequest): ICalendarResponse {
  try {
    return { events: readers[kind](text, options) };
  } catch (error) {
    return error instanceof SourceError ? { problem: error.problem } : { error: messageOf(error) };
  }
}
