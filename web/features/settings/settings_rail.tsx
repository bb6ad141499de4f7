import { ChevronRight } from "../../ui/icons/icons.ts";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { Link, useLocation } from "wouter";
import { usePermissions } from "../../api/use_permissions.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../../ui/class_names.ts";
import { SearchField } from "../../ui/inputs/search_field.tsx";
import { findSettings } from "./find_settings.ts";
import { groupsFor, type RailEntry } from "./settings_pages.ts";

/** Renders the pages of the settings below a search: `beside` the current page, or as a page of its own. */
export function SettingsRail({ current, beside = false }: { current: RailEntry | null; beside?: boolean }) {
  const [text, setText] = useState("");
  return (
    <div
      className={beside
        ? "sticky top-6 flex max-h-[calc(100dvh-6rem)] w-44 shrink-0 flex-col gap-3 xl:w-50"
        : "flex w-full max-w-[880px] flex-col gap-3"}
    >
      <SettingsSearch text={text} onText={setText}>
        <PageList current={current} beside={beside} />
      </SettingsSearch>
    </div>
  );
}

function PageList({ current, beside }: { current: RailEntry | null; beside: boolean }) {
  const { t } = useMessages();
  const groups = groupsFor(usePermissions());
  return (
    <nav
      aria-label={t("settings.tabs")}
      className={classNames("flex min-h-0 flex-col", beside ? "gap-4 overflow-y-auto" : "gap-5")}
    >
      {groups.map(({ label, entries }) => (
        <section key={label} aria-label={t(label)}>
          <div aria-hidden className="mb-1 px-2.5 text-xs text-faint">{t(label)}</div>
          <ul
            className={beside
              ? "flex flex-col gap-0.5"
              : "divide-y divide-line rounded-md border border-line bg-surface"}
          >
            {entries.map((entry) => (
              <li key={entry.label}>
                <PageLink entry={entry} active={entry.label === current?.label} beside={beside} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function PageLink({ entry, active, beside }: { entry: RailEntry; active: boolean; beside: boolean }) {
  const { t } = useMessages();
  const news = entry.useNews?.();
  return (
    <Link
      href={entry.parts[0].href}
      aria-current={active ? "page" : undefined}
      className={classNames(
        "flex items-center gap-2.5 text-sm icon-stroke",
        beside ? "h-8 rounded-md px-2.5 touch:h-11" : "h-12 px-3",
        active
          ? "bg-selected font-medium text-accent-text"
          : classNames(beside && "text-muted", "hover:bg-hover hover:text-text"),
      )}
    >
      <span aria-hidden className={beside ? "" : "text-muted"}>
        <entry.Icon />
      </span>
      <span className="min-w-0 flex-1 truncate">{t(entry.label)}</span>
      {news && (
        <span title={t(news)} className="size-1.5 shrink-0 rounded-full bg-accent">
          <span className="sr-only">{t(news)}</span>
        </span>
      )}
      {!beside && <ChevronRight className="text-faint rtl:rotate-180" />}
    </Link>
  );
}

/** Renders a search over all settings; while it has a text, the matches replace what is below it. */
function SettingsSearch(
  { text, onText, children }: { text: string; onText: (text: string) => void; children: ReactNode },
) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const listId = useId();
  const [chosen, setChosen] = useState(0);
  const matches = findSettings(text, t, usePermissions());
  const active = Math.min(chosen, matches.length - 1);
  const change = (text: string) => {
    onText(text);
    setChosen(0);
  };
  const open = (href: string) => {
    change("");
    navigate(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const match = matches[active];
    if (step !== undefined && matches.length > 0) {
      event.preventDefault();
      setChosen((active + step + matches.length) % matches.length);
    } else if (event.key === "Enter" && match && !event.nativeEvent.isComposing) {
      event.preventDefault();
      open(match.href);
    }
  };
  const isSearching = text.trim() !== "";
  return (
    <>
      <div onKeyDown={onKeyDown}>
        <SearchField
          landmark={false}
          label={t("settings.search")}
          value={text}
          onValue={change}
          list={{
            id: listId,
            active: isSearching && active >= 0 ? `${listId}-${active}` : null,
            open: isSearching,
          }}
        />
      </div>
      {!isSearching ? children : (
        <>
          <ul
            id={listId}
            role="listbox"
            aria-label={t("settings.search")}
            className="min-h-0 overflow-y-auto"
          >
            {matches.map(({ href, label, page }, index) => (
              <li
                key={href}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                onClick={() => open(href)}
                className="cursor-pointer rounded-md px-2.5 py-1.5 text-sm hover:bg-hover aria-selected:bg-hover touch:py-2.5"
              >
                <div>{label}</div>
                {page && <div className="text-xs text-muted">{page}</div>}
              </li>
            ))}
          </ul>
          <p role="status" className={matches.length > 0 ? "sr-only" : "px-2.5 text-sm text-muted"}>
            {matches.length > 0 ? t("settings.matches", { count: matches.length }) : t("ui.noMatches")}
          </p>
        </>
      )}
    </>
  );
}
