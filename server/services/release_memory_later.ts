// Starting and many runs at once need memory that the panel does not need at rest.
import type { Bus } from "../engine/bus.ts";
import type { Clock, Timer } from "../platform/clock.ts";

/** Time from the start, or from the first run that ended since the last release, to a release (ms). */
const WAIT_MS = 10_000;

/** Calls `release` a while after the start and after runs; not while nothing happens. Returns a function that ends this. */
export function releaseMemoryLater(
  { bus, clock, release }: { bus: Bus; clock: Clock; release(): void },
): () => void {
  let timer: Timer | undefined;
  const releaseLater = () => {
    timer ??= clock.after(WAIT_MS, () => {
      timer = undefined;
      release();
    });
  };
  const leave = bus.listen(({ type }) => type === "run:finished" && releaseLater());
  releaseLater();
  return () => {
    leave();
    timer?.cancel();
  };
}
