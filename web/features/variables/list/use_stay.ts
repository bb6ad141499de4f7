import { useCallback, useLayoutEffect, useRef } from "react";

interface Stored {
  button: HTMLElement;
  top: number;
}

/**
 * Keeps what a button moves below the finger, by scrolling the page along, and the button in focus: whoever presses it once more
 * means the same thing. To be told the button before `items` come into another order.
 */
export function useStay(items: readonly unknown[]): (button: HTMLElement) => void {
  const held = useRef<Stored>(null);
  useLayoutEffect(() => {
    const before = held.current;
    held.current = null;
    if (!before?.button.isConnected) return;
    const { button, top } = before;
    document.getElementById("content")?.scrollBy(0, button.getBoundingClientRect().top - top);
    button.focus({ preventScroll: true });
  }, [items]);
  return useCallback((button) => {
    held.current = { button, top: button.getBoundingClientRect().top };
  }, []);
}
