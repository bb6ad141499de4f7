import { Link } from "wouter";
import { tabClass } from "./tabs.tsx";

/** Tabs that are addresses: one can reload, share and go back to them. */
export function LinkTabs(
  { label, tabs, current }: {
    label: string;
    /** `news` is what a dot at a tab means. */
    tabs: readonly { href: string; label: string; news?: string | undefined }[];
    /** Address of the tab that is shown. */
    current: string | undefined;
  },
) {
  return (
    <nav aria-label={label} className="flex gap-5 overflow-x-auto border-b border-line">
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={tab.href === current ? "page" : undefined}
          className={tabClass(tab.href === current)}
        >
          {tab.label}
          {tab.news && (
            <span title={tab.news} className="size-1.5 rounded-full bg-accent">
              <span className="sr-only">{tab.news}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
