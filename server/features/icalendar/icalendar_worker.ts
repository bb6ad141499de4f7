// Reads one iCalendar file in its own thread, which can be ended: a rule of a few characters can take forever.
import { messageOf } from "../../platform/error_message.ts";
import { type ReadOptions, SourceError, type SourceEvents, type SourceProblem } from "./icalendar_types.ts";
import { readWholeDays } from "./whole_days.ts";

export interface ICalendarRequest extends ReadOptions {
  text: string;
}

export type ICalendarResponse =
  | { events: SourceEvents }
  | { problem: SourceProblem }
  | { error: string };

self.onmessage = ({ data }: MessageEvent<ICalendarRequest>) => self.postMessage(respond(data));

function respond({ text, ...options }: ICalendarRequest): ICalendarResponse {
  try {
    return { events: readWholeDays(text, options) };
  } catch (error) {
    return error instanceof SourceError ? { problem: error.problem } : { error: messageOf(error) };
  }
}
