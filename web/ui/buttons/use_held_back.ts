import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** How long a button that came under a resting pointer holds back: longer than a double click. */
const HELD_MS = 1000;

/** Where the pointer is, in the window; it may not have moved since the button came under it. */
const pointer = { x: NaN, y: NaN };
if (globalThis.document) {
  for (const type of ["pointermove", "pointerdown"] as const) {
    document.addEventListener(
      type,
      ({ clientX, clientY }) => Object.assign(pointer, { x: clientX, y: clientY }),
      {
        capture: true,
        passive: true,
      },
    );
  }
}

/**
 * Returns whether a button should be disabled, because what it does has just come under the pointer, which rests there:
 * the next click was meant for what was there before. It is, until the pointer leaves the button or a second has passed.
 */
export function useHeldBack(
  button: RefObject<HTMLElement | null>,
  { action, appears = false }: {
    /** What the button does; a change is what to hold back. */
    action: string;
    /** Whether it comes and goes, or is moved by what is around it. */
    appears?: boolean;
  },
): boolean {
  const [held, setHeld] = useState(false);
  const before = useRef<{ action: string; box: DOMRect | undefined }>(null);
  const compare = () => {
    const last = before.current;
    const isNew = last ? last.action !== action : appears;
    // Measured only where it matters: a list has many buttons.
    const box = isNew || appears ? button.current?.getBoundingClientRect() : undefined;
    before.current = { action, box };
    if (!box || !contains(box)) return;
    if (isNew || !last?.box || !contains(last.box)) setHeld(true);
  };
  useLayoutEffect(compare);
  useEffect(() => {
    if (!appears) return;
    const resized = new ResizeObserver(compare);
    resized.observe(document.body);
    return () => resized.disconnect();
  }, [appears]);
  useEffect(() => {
    if (!held) return;
    const timer = setTimeout(() => setHeld(false), HELD_MS);
    const onMove = () => {
      if (button.current && !contains(button.current.getBoundingClientRect())) setHeld(false);
    };
    document.addEventListener("pointermove", onMove);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointermove", onMove);
    };
  }, [held]);
  return held;
}

function contains({ left, right, top, bottom }: DOMRect): boolean {
  return pointer.x >= left && pointer.x <= right && pointer.y >= top && pointer.y <= bottom;
}
