import { useCallback } from "react";
import { IconButton } from "../../ui/inputs/icon_button.tsx";
import { RotateCw } from "lucide-react";
import { Chip } from "../../ui/data/badge.tsx";
import { FilterButton } from "../../ui/inputs/filter_button.tsx";
import type { MenuEntry } from "../../ui/overlays/menu_entries.ts";
import { SearchField } from "../../ui/inputs/search_field.tsx";
import { useSearchText } from "../../ui/inputs/use_search_text.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { DayFields } from "../../shared/settings/day_fields.tsx";
import { filterableModules } from "./action_messages.ts";
import { type UrlStateHandle, visibleActors } from "./url_state.ts";

/** Renders the search, the filters and the date range. */
export function AuditToolbar({ handle, onReload }: { handle: UrlStateHandle; onReload: () => void }) {
  const { t } = useMessages();
  const { state, change } = handle;
  const search = useCallback((q: string) => change({ q }), [change]);
  const [text, setText] = useSearchText(state.q, search);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <SearchField
          label={t("audit.search")}
          placeholder={t("audit.searchHint")}
          value={text}
          onValue={setText}
          className="min-w-40 flex-1 md:max-w-72"
        />
        <FilterButton label={t("audit.filter")} entries={useFilterEntries(handle)} />
        <IconButton label={t("audit.reload")} icon={<RotateCw size={16} />} onClick={onReload} />
        <div className="flex items-center gap-2 max-sm:w-full md:ms-auto">
          <DayFields
            labels={{ from: t("audit.from"), to: t("audit.to") }}
            from={state.from}
            to={state.to}
            onDays={change}
          />
        </div>
      </div>
      <Chips handle={handle} />
    </div>
  );
}

function useFilterEntries({ state, change }: UrlStateHandle): MenuEntry[] {
  const { t } = useMessages();
  return [
    { heading: t("audit.actor") },
    ...visibleActors.map((actor) => {
      const checked = state.actor === actor;
      return {
        label: t(`audit.${actor}`),
        checked,
        onSelect: () => change({ actor: checked ? null : actor }),
      };
    }),
    "separator",
    { heading: t("audit.module") },
    ...filterableModules.map(([module, action]) => {
      const checked = state.act === action;
      return {
        label: t(`modules.${module}`),
        checked,
        onSelect: () => change({ act: checked ? "" : action }),
      };
    }),
  ];
}

function Chips({ handle: { state, change } }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  const selected = filterableModules.find(([, action]) => action === state.act);
  const chips = [
    ...(state.actor
      ? [{
        label: `${t("audit.actor")}: ${t(`audit.${state.actor}`)}`,
        onRemove: () => change({ actor: null }),
      }]
      : []),
    ...(state.act
      ? [{
        label: `${t("audit.module")}: ${selected ? t(`modules.${selected[0]}`) : state.act}`,
        onRemove: () => change({ act: "" }),
      }]
      : []),
  ];
  if (chips.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">{chips.map((chip) => <Chip key={chip.label} {...chip} />)}</div>
  );
}
