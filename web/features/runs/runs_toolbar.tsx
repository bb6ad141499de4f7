import { useState } from "react";
import { ChevronDown } from "../../ui/icons/icons.ts";
import type { RunCause, RunKind, RunState } from "../../../server/contract/runs.ts";
import type { Task } from "../../../server/contract/tasks.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import type { MessageKey } from "../../messages/messages.ts";
import type { Messages } from "../../messages/create_messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { causeLabels } from "../../shared/run/run_messages.ts";
import { runStateStyles } from "../../shared/run/run_state.tsx";
import { useNodes } from "../../shared/nodes/use_nodes.ts";
import { useLabels } from "../../shared/task/use_labels.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Chip } from "../../ui/feedback/badge.tsx";
import { FilterButton } from "../../ui/inputs/filter_button.tsx";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";
import { ListSearch } from "../../ui/inputs/search_field.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import type { MenuItem } from "../../ui/overlays/menu_entries.ts";
import { useNarrow } from "../../ui/use_narrow.ts";
import { kindStyles } from "../../shared/run/run_source.tsx";
import { noRange, type RangeName, rangeNames, type RangeState } from "./time_range.ts";
import { isFiltered, noFilters, type UrlStateHandle } from "./url_state.ts";

/** Renders the search and the filters; one menu for all of them on a phone. */
export function RunsToolbar({ handle }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  const [asking, setAsking] = useState(false);
  const filters = useFilterMenus(handle, () => setAsking(true));
  const narrow = useNarrow();
  const all = filters.flatMap(({ label, entries }, at) => [
    ...(at === 0 ? [] : ["separator" as const]),
    { heading: label },
    ...entries,
  ]);
  return (
    <div className="flex min-h-8 items-center gap-2">
      <ListSearch
        label={t("runList.search")}
        placeholder={t("runList.search")}
        q={handle.state.q}
        change={handle.change}
        covered={handle.state.run !== null}
      />
      {narrow
        ? <FilterButton label={t("tasks.filters")} entries={all} />
        : filters.map(({ label, entries }) => (
          <Menu key={label} align="start" entries={entries}>
            <Button className="font-normal">
              {label}
              <ChevronDown size={14} className="text-muted" />
            </Button>
          </Menu>
        ))}
      {asking && (
        <RangeDialog
          range={handle.state}
          onRange={(range) => {
            handle.change(range);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

const rangeLabels: Record<RangeName, MessageKey> = {
  "1h": "runList.lastHour",
  "24h": "runList.lastDay",
  night: "runList.lastNight",
  today: "runList.today",
  yesterday: "runList.yesterday",
  "7d": "runList.lastWeek",
  "30d": "runList.lastMonth",
};

const RangeDialog = lazyDialog(() => import("./range_dialog.tsx"));

/** Returns the filters with their values; choosing a value again removes it. */
function useFilterMenus(
  { state, change }: UrlStateHandle,
  onRange: () => void,
): { label: string; entries: (MenuItem | "separator")[] }[] {
  const { t } = useMessages();
  const labels = useLabels();
  const nodes = useNodes().data?.items ?? [];
  const one = <V extends string>(values: readonly [V, string][], current: V | null | "", key: string) =>
    values.map(([value, label]): MenuItem => ({
      label,
      checked: value === current,
      onSelect: () => change({ [key]: value === current ? key === "label" ? "" : null : value }),
    }));
  const several = <V extends string>(values: readonly [V, string][], current: readonly V[], key: string) =>
    values.map(([value, label]): MenuItem => {
      const checked = current.includes(value);
      const others = current.filter((other) => other !== value);
      return { label, checked, onSelect: () => change({ [key]: checked ? others : [...current, value] }) };
    });
  const states = textsOf(runStateStyles, ({ label }) => t(label));
  const causes = textsOf(causeLabels, (label) => t(label));
  const kinds = textsOf(kindStyles, ({ label }) => t(label));
  const menus = [
    {
      label: t("runList.outcome"),
      entries: [
        ...several<RunState>(states, state.state, "state"),
        "separator" as const,
        {
          label: t("runList.slower"),
          checked: state.slower !== null,
          onSelect: () => change({ slower: state.slower === null ? "1" : null }),
        },
      ],
    },
    { label: t("runs.cause"), entries: several<RunCause>(causes, state.cause, "cause") },
    { label: t("runList.source"), entries: one<RunKind>(kinds, state.kind, "kind") },
    {
      label: t("runList.label"),
      entries: one<string>(labels.map(({ label }) => [label, label]), state.label, "label"),
    },
    {
      label: t("runs.node"),
      entries: nodes.length > 1
        ? nodes.map(({ id, name }): MenuItem => ({
          label: name,
          checked: state.node === id,
          onSelect: () => change({ node: state.node === id ? null : id }),
        }))
        : [],
    },
    {
      label: t("runList.time"),
      entries: [
        ...rangeNames.map((name): MenuItem => ({
          label: t(rangeLabels[name]),
          checked: name === state.last,
          onSelect: () => change({ ...noRange, last: name === state.last ? null : name }),
        })),
        "separator" as const,
        { label: `${t("runList.range")}…`, checked: isCustom(state), onSelect: onRange },
      ],
    },
  ];
  return menus.filter(({ entries }) => entries.length > 0);
}

function textsOf<K extends string, V>(table: Record<K, V>, text: (value: V) => string): [K, string][] {
  return Object.entries<V>(table).map(([key, value]) => [key as K, text(value)]); // the record's keys
}

/** Renders the active filters, each with a button that removes it; nothing when there are none. */
export function FilterChips({ handle: { state, change } }: { handle: UrlStateHandle }) {
  const messages = useMessages();
  const { t } = messages;
  const taskName = useTaskName(state.task);
  const nodes = useNodes().data?.items;
  if (!isFiltered({ ...state, q: "" })) return null;
  const named = (label: MessageKey, value: string) => t("ui.labelAndValue", { label: t(label), value });
  const chips = [
    ...state.state.map((one) => ({
      label: named("runList.outcome", t(runStateStyles[one].label)),
      onRemove: () => change({ state: state.state.filter((other) => other !== one) }),
    })),
    ...state.cause.map((one) => ({
      label: named("runs.cause", t(causeLabels[one])),
      onRemove: () => change({ cause: state.cause.filter((other) => other !== one) }),
    })),
    ...(state.kind === null ? [] : [{
      label: named("runList.source", t(kindStyles[state.kind].label)),
      onRemove: () => change({ kind: null }),
    }]),
    ...(state.task === null ? [] : [{
      label: named("runList.task", taskName ?? String(state.task)),
      onRemove: () => change({ task: null }),
    }]),
    ...(state.node === null ? [] : [{
      label: named("runs.node", nodes?.find(({ id }) => id === state.node)?.name ?? `#${state.node}`),
      onRemove: () => change({ node: null }),
    }]),
    ...(state.label === "" ? [] : [{
      label: named("runList.label", state.label),
      onRemove: () => change({ label: "" }),
    }]),
    ...(state.slower === null ? [] : [{
      label: t("runList.slower"),
      onRemove: () => change({ slower: null }),
    }]),
    ...(state.last === null && !isCustom(state) ? [] : [{
      label: named(
        "runList.time",
        state.last === null ? rangeText(state, messages) : t(rangeLabels[state.last]),
      ),
      onRemove: () => change(noRange),
    }]),
  ];
  return (
    <div className="flex flex-wrap items-center gap-1.5" role="group" aria-label={t("tasks.filters")}>
      {chips.map((chip) => <Chip key={chip.label} {...chip} />)}
      <Button variant="ghost" size="small" onClick={() => change(noFilters)}>
        {t("ui.clearFilters")}
      </Button>
    </div>
  );
}

function isCustom({ last, from, to }: RangeState): boolean {
  return last === null && (from !== "" || to !== "");
}

function rangeText({ from, to }: RangeState, { t, format }: Messages): string {
  const [start, end] = [from, to].map((instant) => instant && format.dateTime(instant).slice(0, -3)); // without seconds
  if (!start) return t("runList.until", { time: end ?? "" });
  return end ? `${start} – ${end}` : t("runList.since", { time: start });
}

function useTaskName(id: number | null): string | undefined {
  const { data } = useApiQuery<Task>(queryKeys.task(id ?? 0), `/tasks/${id}`, { enabled: id !== null });
  return data?.name;
}
