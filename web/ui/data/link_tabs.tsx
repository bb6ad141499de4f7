import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRef } from "react";
import { Link } from "wouter";
import { classNames } from "../class_names.ts";
import { tabClass } from "./tabs.tsx";
import { useScrollEdges } from "./use_scroll_edges.ts";

interface LinkTab {
  href: string;
  label: string;
  /** What a dot at the tab means. */
  news?: string | undefined;
}

/** Tabs that are addresses: one can reload, share and go back to them. Where there is no room for all, the ends say so. */
export function LinkTabs(
  { label, tabs, current }: {
    label: string;
    tabs: readonly LinkTab[];
    /** Address of the tab that is shown. */
    current: string | undefined;
  },
) {
  const line = useRef<HTMLElement>(null);
  const { start, end } = useScrollEdges(line);
  const turn = (by: 1 | -1) => {
    const { clientWidth = 0 } = line.current ?? {};
    line.current?.scrollBy({ left: by * clientWidth * 0.6 });
  };
  return (
    <div className="relative">
      <nav
        ref={line}
        aria-label={label}
        className="flex gap-3 overflow-x-auto scroll-px-12 border-b border-line [scrollbar-width:none] xl:gap-5"
      >
        {tabs.map((tab) => <Tab key={tab.href} tab={tab} current={tab.href === current} />)}
      </nav>
      {start && <Edge side="start" onTurn={() => turn(-1)} />}
      {end && <Edge side="end" onTurn={() => turn(1)} />}
    </div>
  );
}

function Tab({ tab: { href, label, news }, current }: { tab: LinkTab; current: boolean }) {
  return (
    <Link href={href} aria-current={current ? "page" : undefined} className={tabClass(current)}>
      {label}
      {news && (
        <span title={news} className="size-1.5 rounded-full bg-accent">
          <span className="sr-only">{news}</span>
        </span>
      )}
    </Link>
  );
}

// By keyboard one comes to every tab anyhow.
function Edge({ side, onTurn }: { side: "start" | "end"; onTurn: () => void }) {
  const [Arrow, towards] = side === "start" ? [ChevronLeft, "right"] : [ChevronRight, "left"];
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      data-edge={side}
      onClick={onTurn}
      style={{ background: `linear-gradient(to ${towards}, var(--bg) 40%, transparent)` }}
      className={classNames(
        "absolute top-0 bottom-px flex w-12 items-center text-muted hover:text-text",
        side === "start" ? "start-0" : "end-0 justify-end",
      )}
    >
      <Arrow size={16} />
    </button>
  );
}
