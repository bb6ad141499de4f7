// Measures in the browser: functions that run in a page. Each is sent as text, so it uses nothing outside itself.
declare global {
  var drawnAt: Promise<number> | undefined;
}

/** What is to be visible: an element of a selector that contains the text. */
export interface Wanted {
  selector: string;
  text: string;
  /** Whether all elements of the selector must contain it. */
  all?: true;
}

/**
 * Resolves to the time (ms since navigation) at which everything wanted was drawn; with `since`, to the time that passed
 * since the latest event of this type. Rejects after half a minute.
 */
export function whenDrawn(
  { wanted, since }: { wanted: readonly Wanted[]; since?: "click" | "keydown" },
): Promise<number> {
  return new Promise((resolve, reject) => {
    let from = since ? Number.NaN : 0;
    const note = ({ timeStamp }: Event) => from = timeStamp;
    if (since) addEventListener(since, note, { capture: true });
    const isThere = () =>
      wanted.every(({ selector, text, all }) => {
        const found = [...document.querySelectorAll(selector)];
        const having = found.filter((one) => one.textContent.includes(text));
        return having.length > 0 && (!all || having.length === found.length);
      });
    const observer = new MutationObserver(() => check());
    const late = setTimeout(() => {
      observer.disconnect();
      reject(new Error(`not drawn: ${JSON.stringify(wanted)}`));
    }, 30_000);
    function check(): void {
      if (!isThere()) return;
      observer.disconnect();
      clearTimeout(late);
      // Called after the frame in which it is observed, also when that frame has begun.
      new IntersectionObserver((_, drawn) => {
        drawn.disconnect();
        if (since) removeEventListener(since, note, { capture: true });
        resolve(performance.now() - from);
      }).observe(document.documentElement);
    }
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    check();
  });
}

/** Scrolls the container of the table by `pixels` in each frame; resolves to the times between the frames (ms). */
export function frameTimes({ pixels, frames }: { pixels: number; frames: number }): Promise<number[]> {
  const container = document.querySelector("table")?.parentElement;
  if (!container || container.scrollHeight < pixels * frames) {
    throw new Error("there is too little to scroll");
  }
  return new Promise((resolve) => {
    const times: number[] = [];
    let last = Number.NaN;
    const onFrame = (now: number) => {
      times.push(now - last);
      last = now;
      container.scrollTop += pixels;
      if (times.length <= frames) requestAnimationFrame(onFrame);
      else resolve(times.slice(1));
    };
    requestAnimationFrame(onFrame);
  });
}

/**
 * Follows a log whose lines are times in milliseconds. Resolves to how long after its time each new line was drawn (ms).
 * Rejects after half a minute.
 */
export function lineDelays({ lines }: { lines: number }): Promise<number[]> {
  const log = document.querySelector("[role=log]");
  if (!log) throw new Error("there is no log");
  const stamps = () =>
    [...log.querySelectorAll("*")].filter((one) => one.childElementCount === 0)
      .map((one) => one.textContent.trim()).filter((text) => /^1\d{12}$/.test(text));
  return new Promise((resolve, reject) => {
    const seen = new Set(stamps());
    const delays: number[] = [];
    const late = setTimeout(() => reject(new Error("the log does not grow")), 30_000);
    const observer = new MutationObserver(() => {
      const added = stamps().filter((stamp) => !seen.has(stamp));
      if (added.length === 0) return;
      for (const stamp of added) seen.add(stamp);
      new IntersectionObserver((_, drawn) => {
        drawn.disconnect();
        const now = Date.now();
        for (const stamp of added) delays.push(now - Number(stamp));
        if (delays.length < lines) return;
        observer.disconnect();
        clearTimeout(late);
        resolve(delays);
      }).observe(log);
    });
    observer.observe(log, { subtree: true, childList: true, characterData: true });
  });
}
