import { classNames } from "../class_names.ts";

/** Returns the classes of a tab, for anything that looks like one. */
export const tabClass = (active: boolean) =>
  classNames(
    "relative inline-flex h-9 items-center gap-1.5 px-1 text-sm whitespace-nowrap transition-colors duration-100 touch:h-11",
    "rounded-sm focus-visible:-outline-offset-2",
    "after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:rounded-full",
    active ? "font-medium text-text after:bg-accent" : "text-muted hover:text-text",
  );

/** Renders tabs within a page; the caller renders the content for `value`. Arrow keys move between them. */
export function Tabs<V extends string>(
  { label, value, onValue, tabs }: {
    label: string;
    value: V;
    onValue: (value: V) => void;
    tabs: readonly { value: V; label: string; count?: number; problems?: { count: number; label: string } }[];
  },
) {
  const step = (by: number) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (next) onValue(next.value);
  };
  return (
    // The line is a shadow: below a border, the mark of the active tab would make the tabs scroll vertically.
    <div className="flex items-center gap-5 overflow-x-auto pb-px shadow-[inset_0_-1px_0_var(--line)] [scrollbar-width:none]">
      <div
        role="tablist"
        aria-label={label}
        className="flex gap-5"
        onKeyDown={(event) => {
          if (event.key === "ArrowRight") step(1);
          if (event.key === "ArrowLeft") step(-1);
        }}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            tabIndex={tab.value === value ? 0 : -1}
            ref={(element) => {
              const list = element?.parentElement;
              if (tab.value === value && list?.contains(document.activeElement)) element?.focus();
            }}
            onClick={() => onValue(tab.value)}
            className={tabClass(tab.value === value)}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="rounded-full bg-neutral-soft px-1.5 text-xs text-muted tabular-nums">
                {tab.count}
              </span>
            )}
            {tab.problems && (
              <span className="rounded-full bg-danger-soft px-1.5 text-xs text-danger-text tabular-nums">
                <span aria-hidden>{tab.problems.count}</span>
                <span className="sr-only">{tab.problems.label}</span>
              </span>
            )}
          </button>
        ))}
      </div>
    </div>
  );
}
