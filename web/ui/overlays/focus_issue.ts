import type { RefObject } from "react";

const invalid = "[aria-invalid=true]";

/**
 * Focuses the first invalid field of a form: at the next frame, or when the server's response marks one
 * before the user does anything else.
 */
export function focusIssue(form: RefObject<HTMLElement | null>): void {
  const focusFirst = () => {
    const field = form.current?.querySelector<HTMLElement>(invalid);
    field?.focus();
    return field;
  };
  requestAnimationFrame(() => {
    if (!focusFirst() && form.current) whenMarked(form.current, () => requestAnimationFrame(focusFirst));
  });
}

/** Calls back once when a field is marked as invalid; never after the user has typed, pressed or clicked something. */
function whenMarked(form: HTMLElement, onMarked: () => void): void {
  const ended = new AbortController();
  const observer = new MutationObserver(() => {
    if (!form.querySelector(invalid)) return;
    ended.abort();
    onMarked();
  });
  ended.signal.addEventListener("abort", () => observer.disconnect());
  observer.observe(form, { subtree: true, childList: true, attributeFilter: ["aria-invalid"] });
  for (const event of ["keydown", "pointerdown", "input"]) {
    document.addEventListener(event, () => ended.abort(), { capture: true, signal: ended.signal });
  }
}
