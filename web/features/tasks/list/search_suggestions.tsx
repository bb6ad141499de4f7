import { CircleDot, Tag, TextSearch } from "../../../ui/icons/icons.ts";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import {
  readSearch,
  type TaskSearchField,
  taskSearchFields,
  type TaskStatus,
} from "../../../../server/contract/task_fields.ts";
import { menuPanelClass } from "../../../ui/overlays/menu_entries.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { fieldMessage } from "../../../shared/task/field_values.tsx";
import { taskStatusStyles } from "../../../shared/task/task_status.tsx";
import { useLabels } from "../../../shared/task/use_labels.ts";
import type { ListStateHandle } from "../../../shared/task/use_list_state.ts";

interface SuggestionsProps {
  handle: ListStateHandle;
  input: RefObject<HTMLInputElement | null>;
  text: string;
  setText: (text: string) => void;
  listId: string;
  onActive: (id: string | null) => void;
}

/** Renders suggestions for the typed text: arrow keys select, Enter accepts, Escape closes. */
export default function SearchSuggestions(props: SuggestionsProps) {
  const { input, text, listId, onActive } = props;
  const { t } = useMessages();
  const { suggestions, apply } = useSuggestions(props);
  const [active, setActive] = useState(-1);
  const [dismissed, setDismissed] = useState(false);
  const visible = dismissed ? [] : suggestions;
  const accept = (one: Suggestion) => {
    apply(one);
    // A filter is complete; a search field still needs the text to search for.
    if (one.kind !== "field") setDismissed(true);
  };
  useEffect(() => {
    setActive(-1);
    if (text !== "") setDismissed(false);
  }, [text]);
  useEffect(() => onActive(visible[active] ? `${listId} ${active}` : null), [
    visible,
    active,
    listId,
    onActive,
  ]);
  useKeys(input, {
    ArrowDown: () => {
      setDismissed(false);
      setActive(Math.min(active + 1, suggestions.length - 1));
    },
    ArrowUp: () => setActive(Math.max(active - 1, -1)),
    Enter: () => visible[active] ? accept(visible[active]) : false,
    Escape: () => visible.length > 0 ? setDismissed(true) : false,
  });
  return (
    <ul
      id={listId}
      role="listbox"
      aria-label={t("controls.suggestions")}
      className={classNames(
        menuPanelClass,
        "absolute start-0 top-full mt-1 w-full max-w-none! min-w-72",
        visible.length === 0 && "hidden",
      )}
    >
      {visible.map((one, at) => (
        <li
          key={at}
          id={`${listId} ${at}`}
          role="option"
          aria-selected={at === active}
          onPointerDown={(event) => event.preventDefault()} // the box keeps the focus
          onPointerMove={() => setActive(at)}
          onClick={() => accept(one)}
          className={classNames(
            "flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 text-sm icon-stroke touch:min-h-11",
            at === active && "bg-hover",
          )}
        >
          <Line suggestion={one} />
        </li>
      ))}
    </ul>
  );
}

function Line({ suggestion: one }: { suggestion: Suggestion }): ReactNode {
  const { t, format } = useMessages();
  const icons = { field: TextSearch, label: Tag, status: CircleDot };
  const Icon = icons[one.kind];
  const [text, hint] = one.kind === "field"
    ? [`${one.field}:`, t("controls.searchIn", { field: t(fieldMessage(one.field)) })]
    : one.kind === "label"
    ? [one.label, format.number(one.tasks)]
    : [t(taskStatusStyles[one.status].label), t("tasks.status")];
  return (
    <>
      <Icon className="shrink-0 text-muted" />
      <span className={classNames("min-w-0 flex-1 truncate", one.kind === "field" && "font-mono text-xs")}>
        {text}
      </span>
      <span className="truncate text-xs text-faint">{hint}</span>
    </>
  );
}

function useSuggestions({ handle: { state, change }, text, setText }: SuggestionsProps) {
  const { t } = useMessages();
  const labels = useLabels();
  const suggestions = useMemo(() => {
    const statuses = Object.entries(taskStatusStyles).map(([status, { label }]) => ({
      status: status as TaskStatus, // the record has exactly the statuses as keys
      label: t(label),
    }));
    return suggest(text, { labels, statuses });
  }, [text, labels, t]);
  const apply = (one: Suggestion) => {
    if (one.kind === "field") return setText(`${one.field}:`);
    setText("");
    const filters = one.kind === "label"
      ? { ...state.filters, label: [one.label] }
      : { ...state.filters, status: [...new Set([...state.filters.status, one.status])] };
    change({ q: "", filters }, { replace: true });
  };
  return { suggestions, apply };
}

type Keys = Record<string, () => void | false>;

/** Handles keys of the input before the input does; a key whose handler returns false is passed on. */
function useKeys(input: RefObject<HTMLInputElement | null>, keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const box = input.current;
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || current.current[event.key]?.() === false) return;
      if (!Object.hasOwn(current.current, event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    box?.addEventListener("keydown", onKey);
    return () => box?.removeEventListener("keydown", onKey);
  }, [input]);
}

export type Suggestion =
  | { kind: "field"; field: TaskSearchField }
  | { kind: "label"; label: string; tasks: number }
  | { kind: "status"; status: TaskStatus };

interface Known {
  labels: readonly { label: string; tasks: number }[];
  statuses: readonly { status: TaskStatus; label: string }[];
}

const maxLabels = 6;

/** Returns suggestions for the text typed so far: fields to search in, statuses and labels to filter by. */
export function suggest(text: string, { labels, statuses }: Known): Suggestion[] {
  const typed = text.trim().toLowerCase();
  const { field: searched, text: rest } = readSearch(typed);
  if (searched) return searched === "label" ? labelsLike(labels, rest) : [];
  const fields = taskSearchFields.filter((field) => field.toLowerCase().startsWith(typed))
    .map((field) => ({ kind: "field" as const, field }));
  if (typed === "") return fields;
  const states = statuses.filter(({ label }) => label.toLowerCase().includes(typed))
    .map(({ status }) => ({ kind: "status" as const, status }));
  return [...states, ...labelsLike(labels, typed), ...fields];
}

function labelsLike(labels: Known["labels"], typed: string): Suggestion[] {
  return labels.filter(({ label }) => label.toLowerCase().includes(typed)).slice(0, maxLabels)
    .map(({ label, tasks }) => ({ kind: "label", label, tasks }));
}
