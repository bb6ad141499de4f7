import { type RefObject, useEffect, useRef } from "react";

/** Scrolls an element into view and focuses it when the URL fragment is its id: on first render, and on every link to it. */
export function useFragmentTarget<E extends HTMLElement>(): RefObject<E | null> {
  const target = useRef<E>(null);
  useEffect(() => {
    const reveal = () => {
      const { current } = target;
      if (!current || location.hash !== `#${current.id}`) return;
      current.scrollIntoView({ block: "start" });
      current.focus({ preventScroll: true });
    };
    reveal();
    // The router dispatches pushState after it changes the URL; the browser dispatches hashchange.
    addEventListener("pushState", reveal);
    addEventListener("hashchange", reveal);
    return () => {
      removeEventListener("pushState", reveal);
      removeEventListener("hashchange", reveal);
    };
  }, []);
  return target;
}
