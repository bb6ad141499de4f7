import { type RefObject, useEffect, useRef } from "react";

/** Brings an element into view and gives it the focus when the fragment of the address is its id: once drawn, and at every link to it. */
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
    // The router dispatches pushState when it has changed the address, the browser hashchange.
    addEventListener("pushState", reveal);
    addEventListener("hashchange", reveal);
    return () => {
      removeEventListener("pushState", reveal);
      removeEventListener("hashchange", reveal);
    };
  }, []);
  return target;
}
