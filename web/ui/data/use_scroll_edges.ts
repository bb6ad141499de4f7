import { type RefObject, useEffect, useState } from "react";

/** Returns at which ends a horizontally scrolling line has hidden content. */
export function useScrollEdges(line: RefObject<HTMLElement | null>): { start: boolean; end: boolean } {
  const [edges, setEdges] = useState({ start: false, end: false });
  useEffect(() => {
    const element = line.current;
    if (!element) return;
    const check = () => {
      const before = element.scrollLeft;
      const after = element.scrollWidth - element.clientWidth - before;
      const [start, end] = [before > 1, after > 1];
      setEdges((was) => was.start === start && was.end === end ? was : { start, end });
    };
    const sizes = new ResizeObserver(check);
    for (const one of [element, ...element.children]) sizes.observe(one);
    element.addEventListener("scroll", check, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", check);
    };
  }, [line]);
  return edges;
}
