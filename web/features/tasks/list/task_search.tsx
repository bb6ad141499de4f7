import { Suspense, useEffect, useId, useRef, useState } from "react";
import { laterPart } from "../../../shell/later_part.tsx";
import { useShortcuts } from "../../../shell/use_shortcuts.ts";
import { SearchField } from "../../../ui/search_field.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useWords } from "../../../words/use_words.tsx";
import type { ListStateHandle } from "./use_list_state.ts";

const SearchSuggestions = laterPart(() => import("./search_suggestions.tsx"));

/** The search box of the list, with suggestions beneath while one types in it. */
export function TaskSearch({ handle }: { handle: ListStateHandle }) {
  const { t } = useWords();
  const narrow = useNarrow();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useSearchText(handle);
  const [focused, setFocused] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const listId = useId();
  useShortcuts({ "/": () => input.current?.focus() });
  return (
    <div
      className="relative min-w-0 flex-1 md:max-w-80"
      onFocus={(event) => setFocused(event.target === input.current)}
      onBlur={() => setFocused(false)}
    >
      <SearchField
        inputRef={input}
        label={t("tasks.search")}
        placeholder={narrow ? t("tasks.search") : t("tasks.searchHint")}
        value={text}
        onValue={setText}
        list={{ id: listId, active, open: focused }}
      />
      {focused && (
        <Suspense>
          <SearchSuggestions {...{ handle, input, text, setText, listId }} onActive={setActive} />
        </Suspense>
      )}
    </div>
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
