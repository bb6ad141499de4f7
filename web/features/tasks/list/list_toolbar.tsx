import { ListFilter, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { TaskStatus } from "../../../../server/contract/tasks.ts";
import { useShortcuts } from "../../../shell/use_shortcuts.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon_button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { SearchField } from "../../../ui/search_field.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useWords } from "../../../words/use_words.tsx";
import { useTaskActs } from "../acts/task_acts.tsx";
import { taskStatusLooks } from "../show/task_status.tsx";
import type { ListStateHandle } from "./use_list_state.ts";

/** Search, filter and the way to a new task. */
export function ListToolbar({ handle }: { handle: ListStateHandle }) {
  const { t } = useWords();
  const { links } = useTaskActs();
  const narrow = useNarrow();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useSearchText(handle);
  useShortcuts({ "/": () => input.current?.focus(), "n": () => links.create() });
  return (
    <div className="flex min-h-8 items-center gap-2">
      <SearchField
        inputRef={input}
        label={t("tasks.search")}
        placeholder={narrow ? t("tasks.search") : t("tasks.searchHint")}
        value={text}
        onValue={setText}
        className="min-w-0 flex-1 md:max-w-80"
      />
      <StatusFilter handle={handle} />
      <Button
        variant="primary"
        icon={<Plus size={16} aria-hidden />}
        onClick={() => links.create()}
        className="ms-auto"
      >
        {t("tasks.new")}
      </Button>
    </div>
  );
}

function StatusFilter({ handle: { state, change } }: { handle: ListStateHandle }) {
  const { t } = useWords();
  const narrow = useNarrow();
  const entries = Object.entries(taskStatusLooks).map(([status, { word }]) => {
    const value = status as TaskStatus; // the record has exactly the statuses as keys
    const chosen = state.status.includes(value);
    const others = state.status.filter((one) => one !== value);
    return {
      label: t(word),
      checked: chosen,
      onSelect: () => change({ status: chosen ? others : [...state.status, value] }),
    };
  });
  const icon = <ListFilter size={16} aria-hidden />;
  return (
    <Menu align="start" entries={entries}>
      {narrow
        ? (
          <IconButton
            tooltip={false}
            label={t("tasks.filterStatus")}
            icon={icon}
            className="border border-line-strong bg-surface shadow-control"
          />
        )
        : <Button icon={icon}>{t("tasks.filterStatus")}</Button>}
    </Menu>
  );
}

const typingMs = 250;

/** Keeps what is typed apart from the address until typing pauses. */
function useSearchText({ state, change }: ListStateHandle): [string, (text: string) => void] {
  const [text, setText] = useState(state.q);
  const asked = useRef(state.q);
  useEffect(() => {
    // Back, a bookmark or "clear filters" changed it, not this box.
    if (state.q !== asked.current) setText(asked.current = state.q);
  }, [state.q]);
  useEffect(() => {
    if (text.trim() === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = text.trim();
      change({ q: text.trim() }, { replace: true });
    }, typingMs);
    return () => clearTimeout(timer);
  }, [text, change]);
  return [text, setText];
}
