import { ChevronLeft, ChevronRight } from "../icons/icons.ts";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { classNames } from "../class_names.ts";

/**
 * Renders a line of links that scrolls sideways when it does not fit. Keeps the current link in view and shows at each
 * end whether more follow.
 */
export function ScrollingNav(
  { label, current, ground = "bg", className, children }: {
    label: string;
    /** The name of the current link; a new name scrolls that link into view. */
    current: string | undefined;
    /** The color token of the background behind the line. */
    ground?: "bg" | "sunken";
    className: string;
    children: ReactNode;
  },
) {
  const line = useRef<HTMLElement>(null);
  const { start, end } = useScrollEdges(line);
  useEffect(() => {
    const link = line.current?.querySelector("[aria-current=page]");
    link?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [current]);
  const turn = (by: 1 | -1) => {
    const { clientWidth = 0 } = line.current ?? {};
    line.current?.scrollBy({ left: (isRightToLeft() ? -by : by) * clientWidth * 0.6 });
  };
  return (
    <div className="relative flex max-w-full min-w-0 shrink-0">
      <nav
        ref={line}
        aria-label={label}
        className={classNames("flex min-w-0 overflow-x-auto [scrollbar-width:none]", className)}
      >
        {children}
      </nav>
      {start && <Edge side="start" ground={ground} onTurn={() => turn(-1)} />}
      {end && <Edge side="end" ground={ground} onTurn={() => turn(1)} />}
    </div>
  );
}

// Not focusable: the keyboard reaches every link anyway.
function Edge({ side, ground, onTurn }: { side: "start" | "end"; ground: string; onTurn: () => void }) {
  const isLeft = (side === "start") !== isRightToLeft();
  const [Arrow, towards] = isLeft ? [ChevronLeft, "right"] : [ChevronRight, "left"];
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      data-edge={side}
      onClick={onTurn}
      style={{ background: `linear-gradient(to ${towards}, var(--${ground}) 40%, transparent)` }}
      className={classNames(
        "absolute top-0 bottom-px flex w-12 items-center text-muted hover:text-text",
        side === "start" ? "start-0 rounded-s-md" : "end-0 justify-end rounded-e-md",
      )}
    >
      <Arrow size={16} />
    </button>
  );
}

function isRightToLeft(): boolean {
  return document.documentElement.dir === "rtl";
}

/** Returns at which ends a horizontally scrolling line has hidden content. */
function useScrollEdges(line: RefObject<HTMLElement | null>): { start: boolean; end: boolean } {
  const [edges, setEdges] = useState({ start: false, end: false });
  useEffect(() => {
    const element = line.current;
    if (!element) return;
    const measure = () => {
      const before = Math.abs(element.scrollLeft); // negative from right to left
      const after = element.scrollWidth - element.clientWidth - before;
      const [start, end] = [before > 1, after > 1];
      setEdges((was) => was.start === start && was.end === end ? was : { start, end });
    };
    const sizes = new ResizeObserver(measure);
    for (const one of [element, ...element.children]) sizes.observe(one);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [line]);
  return edges;
}
