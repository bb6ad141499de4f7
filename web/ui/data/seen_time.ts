// Measures the time during which the page was visible. A page in the background, or on a sleeping machine, does not count.
import { delay } from "../../api/live_events.ts";

const SLICE_MS = 250;

export interface SeenTimeWays {
  isHidden(): boolean;
  /** Runs a function after a delay; returns a function that cancels it. */
  delay(ms: number, run: () => void): () => void;
}

const page: SeenTimeWays = { isHidden: () => document.hidden, delay };

/** Runs an action once the page has been visible for `ms` milliseconds. Returns a function that cancels it. */
export function afterSeen(ms: number, action: () => void, ways: SeenTimeWays = page): () => void {
  let left = ms;
  // A slice counts once, however late its timer fires.
  const check = () => {
    if (!ways.isHidden()) left -= SLICE_MS;
    if (left <= 0) action();
    else cancel = ways.delay(SLICE_MS, check);
  };
  let cancel = ways.delay(SLICE_MS, check);
  return () => cancel();
}
