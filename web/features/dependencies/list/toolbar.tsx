import { ListFilter, Plus, Settings2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { DependencyState } from "../../../../server/contract/dependencies.ts";
import { paths } from "../../../paths.ts";
import { useShortcuts } from "../../../shell/use_shortcuts.ts";
import { Chip } from "../../../ui/badge.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon_button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { SearchField } from "../../../ui/search_field.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useSettled } from "../../../ui/use_settled.ts";
import { useWords } from "../../../words/use_words.tsx";
import type { PlaceHandle } from "../place.ts";
import { stateLooks } from "../state_look.tsx";

const settleMs = 250;

/** Search, the filter by state, the settings of packages and the way to more of them. */
export function Toolbar({ handle }: { handle: PlaceHandle }) {
  const { t } = useWords();
  const narrow = useNarrow();
  const { create } = handle;
  useShortcuts({ n: create });
  const plus = <Plus size={16} aria-hidden />;
  return (
    <div className="flex min-h-8 items-center gap-2">
      <Search key={handle.place.type} handle={handle} />
      <StateFilter handle={handle} />
      {!narrow && (
        <ButtonLink href={paths.settingsDependencies()} icon={<Settings2 size={16} aria-hidden />}>
          {t("dependencies.mirrors")}
        </ButtonLink>
      )}
      {narrow
        ? (
          <Button
            variant="primary"
            icon={plus}
            aria-label={t("dependencies.install")}
            onClick={create}
            className="px-2! touch:w-11"
          />
        )
        : <Button variant="primary" icon={plus} onClick={create}>{t("dependencies.install")}</Button>}
    </div>
  );
}

function Search({ handle: { place, change } }: { handle: PlaceHandle }) {
  const { t } = useWords();
  const [text, setText] = useState(place.q);
  const settled = useSettled(text, settleMs);
  useEffect(() => {
    if (settled !== place.q && place.dialog === null) change({ q: settled });
  }, [settled]);
  return (
    <SearchField
      label={t("dependencies.search")}
      value={text}
      onValue={setText}
      className="min-w-0 flex-1 md:max-w-80 md:me-auto"
    />
  );
}

function StateFilter({ handle: { place, change } }: { handle: PlaceHandle }) {
  const { t } = useWords();
  const narrow = useNarrow();
  const entries = Object.entries(stateLooks).map(([state, { word }]) => {
    const value = state as DependencyState; // the record has exactly the states as keys
    const checked = place.state === value;
    return { label: t(word), checked, onSelect: () => change({ state: checked ? null : value }) };
  });
  const icon = <ListFilter size={16} aria-hidden />;
  return (
    <Menu align="start" entries={entries}>
      {narrow
        ? (
          <IconButton
            tooltip={false}
            label={t("dependencies.state")}
            icon={icon}
            className="border border-line-strong bg-surface shadow-control"
          />
        )
        : <Button icon={icon}>{t("dependencies.state")}</Button>}
    </Menu>
  );
}

/** The filter that acts, to be taken away. */
export function StateChip({ handle: { place, change } }: { handle: PlaceHandle }) {
  const { t } = useWords();
  if (place.state === null) return null;
  const label = `${t("dependencies.state")}: ${t(stateLooks[place.state].word)}`;
  return (
    <div className="flex">
      <Chip label={label} onRemove={() => change({ state: null })} />
    </div>
  );
}
