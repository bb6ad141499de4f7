import { Link } from "wouter";
import { ScrollingNav } from "./scrolling_nav.tsx";
import { tabClass } from "./tabs.tsx";

interface LinkTab {
  href: string;
  label: string;
  /** What a dot on the tab means. */
  news?: string | undefined;
}

/** Renders tabs as links, so each tab has its own URL. When they do not all fit, the ends show that more follow. */
export function LinkTabs(
  { label, tabs, current }: {
    label: string;
    tabs: readonly LinkTab[];
    /** The URL of the current tab. */
    current: string | undefined;
  },
) {
  return (
    <ScrollingNav
      label={label}
      current={current}
      className="flex-1 gap-3 scroll-px-12 border-b border-line xl:gap-5"
    >
      {tabs.map((tab) => <Tab key={tab.href} tab={tab} current={tab.href === current} />)}
    </ScrollingNav>
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
