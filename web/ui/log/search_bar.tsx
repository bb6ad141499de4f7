import { CaseSensitive, ChevronDown, ChevronUp, Search, X } from "../icons/icons.ts";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { Spinner } from "../buttons/spinner.tsx";
import { ToolButton } from "./log_toolbar.tsx";
import type { LogSearch } from "./use_log_search.ts";

interface SearchBarProps {
  search: LogSearch;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Whether to focus the field at once. */
  autoFocus: boolean;
  onClose: () => void;
}

/** Renders the search field, the number of matches, and the buttons for the next and previous match. */
export function SearchBar({ search, inputRef, autoFocus, onClose }: SearchBarProps) {
  const { t } = useMessages();
  const atOnce = useRef(autoFocus);
  useEffect(() => {
    if (atOnce.current) inputRef.current?.select();
  }, [inputRef]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    search.go(event.shiftKey ? -1 : 1);
  };
  const none = search.found.items.length === 0;
  return (
    <div
      role="search"
      data-keeps-escape
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-1 border-b border-log-line px-2 text-xs text-log-muted icon-stroke"
    >
      <Search className="ms-2 shrink-0 max-sm:hidden" />
      <input
        ref={inputRef}
        type="text"
        aria-label={t("log.search")}
        placeholder={t("log.search")}
        value={search.text}
        maxLength={200}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={(event) => search.setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-8 min-w-24 flex-1 bg-transparent px-2 font-mono text-sm text-log-text outline-none placeholder:text-log-muted touch:h-11 touch:text-lg"
      />
      <Count search={search} />
      <ToolButton
        label={t("log.matchCase")}
        icon={<CaseSensitive />}
        pressed={search.caseSensitive}
        onClick={() => search.setCaseSensitive(!search.caseSensitive)}
      />
      <ToolButton
        label={t("log.previousMatch")}
        icon={<ChevronUp />}
        disabled={none}
        onClick={() => search.go(-1)}
      />
      <ToolButton
        label={t("log.nextMatch")}
        icon={<ChevronDown />}
        disabled={none}
        onClick={() => search.go(1)}
      />
      <ToolButton label={t("log.closeSearch")} icon={<X />} onClick={onClose} />
    </div>
  );
}

function Count({ search: { text, found, index, busy } }: { search: LogSearch }) {
  const { t, format } = useMessages();
  const values = { at: format.number((index ?? 0) + 1), count: format.number(found.count) };
  const status = busy
    ? t("log.searching")
    : text === ""
    ? ""
    : found.items.length === 0
    ? t("log.noMatch")
    : t(found.counted ? "log.matches" : "log.matchesMore", values);
  return (
    <span role="status" className="flex items-center gap-2 px-1 whitespace-nowrap tabular-nums">
      {busy && <Spinner size="small" />}
      {status}
    </span>
  );
}
