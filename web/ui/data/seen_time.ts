// Time counts in which something could be seen. A page behind another one, or on a machine that was asleep, shows nothing.
import { delay } from "../../api/delay.ts";

const SLICE_MS = 250;

export interface SeenTimeWays {
  isHidden(): boolean;
  /** Runs something later and gives a way to call it off. */
  delay(ms: number, run: () => void): () => void;
}

const page: SeenTimeWays = { isHidden: () => document.hidden, delay };

/** Acts when the page was there to be seen for so long, milliseconds. Gives the way to call it off. */
export function afterSeen(ms: number, action: () => void, ways: SeenTimeWays = page): () => void {
  let left = ms;
  // However late a slice ends, it counts as one.
  const check = () => {
    if (!ways.isHidden()) left -= SLICE_MS;
    if (left <= 0) action();
    else cancel = ways.delay(SLICE_MS, check);
  };
  let cancel = ways.delay(SLICE_MS, check);
  return () => cancel();
}
