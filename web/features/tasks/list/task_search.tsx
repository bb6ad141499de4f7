import { Suspense, useCallback, useId, useRef, useState } from "react";
import { useShortcuts } from "../../../shared/page/use_shortcuts.ts";
import { SearchField } from "../../../ui/inputs/search_field.tsx";
import { useSearchText } from "../../../ui/inputs/use_search_text.ts";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { ListStateHandle } from "../../../shared/task/use_list_state.ts";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";

const SearchSuggestions = lazyPart(() => import("./search_suggestions.tsx"));

/** The search box of the list, with suggestions beneath while one types in it. */
export function TaskSearch({ handle }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  const narrow = useNarrow();
  const input = useRef<HTMLInputElement>(null);
  const { state, change } = handle;
  const search = useCallback((q: string) => change({ q }, { replace: true }), [change]);
  const [text, setText] = useSearchText(state.q, search);
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
