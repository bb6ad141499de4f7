import { Settings2 } from "lucide-react";
import { useCallback, useRef } from "react";
import type { DependencyState } from "../../../../server/contract/dependencies.ts";
import { paths } from "../../../paths.ts";
import { useShortcuts } from "../../../shared/page/use_shortcuts.ts";
import { Chip } from "../../../ui/data/badge.tsx";
import { ButtonLink } from "../../../ui/inputs/button.tsx";
import { FilterButton } from "../../../ui/inputs/filter_button.tsx";
import { NewButton } from "../../../ui/inputs/new_button.tsx";
import { SearchField } from "../../../ui/inputs/search_field.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useSearchText } from "../../../ui/inputs/use_search_text.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { UrlStateHandle } from "../url_state.ts";
import { stateStyles } from "../state_style.tsx";

/** Search, the filter by state, the settings of packages and the way to more of them. */
export function Toolbar({ handle }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  const narrow = useNarrow();
  const { create } = handle;
  useShortcuts({ n: create });
  return (
    <div className="flex min-h-8 items-center gap-2">
      <Search key={handle.place.type} handle={handle} />
      <StateFilter handle={handle} />
      {!narrow && (
        <ButtonLink
          href={paths.settingsDependencies()}
          icon={<Settings2 size={16} aria-hidden />}
          className="ms-auto"
        >
          {t("dependencies.mirrors")}
        </ButtonLink>
      )}
      <NewButton label={t("dependencies.install")} onClick={create} />
    </div>
  );
}

function Search({ handle: { place: urlState, change } }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const covered = urlState.dialog !== null;
  const search = useCallback((q: string) => {
    // A dialog that was opened meanwhile would be closed by it.
    if (!covered) change({ q });
  }, [change, covered]);
  const [text, setText, leave] = useSearchText(urlState.q, search);
  useShortcuts({ "/": () => input.current?.focus() });
  return (
    <SearchField
      inputRef={input}
      label={t("dependencies.search")}
      placeholder={t("dependencies.searchHint")}
      value={text}
      onValue={setText}
      onLeave={leave}
      className="min-w-0 flex-1 md:max-w-80"
    />
  );
}

function StateFilter({ handle: { place: urlState, change } }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  const entries = Object.entries(stateStyles).map(([state, { word }]) => {
    const value = state as DependencyState; // the record has exactly the states as keys
    const checked = urlState.state === value;
    return { label: t(word), checked, onSelect: () => change({ state: checked ? null : value }) };
  });
  return <FilterButton label={t("dependencies.state")} entries={entries} />;
}

/** The filter that acts, to be taken away. */
export function StateChip({ handle: { place: urlState, change } }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  if (urlState.state === null) return null;
  const label = `${t("dependencies.state")}: ${t(stateStyles[urlState.state].word)}`;
  return (
    <div className="flex">
      <Chip label={label} onRemove={() => change({ state: null })} />
    </div>
  );
}
