// The labels of the fields in `taskFields`, and their possible values.

import { useQuery } from "@tanstack/react-query";
import type { RunState } from "../../../server/contract/runs.ts";
import type { List } from "../../../server/contract/shapes.ts";
import type { Subscription } from "../../../server/contract/subscriptions.ts";
import {
  type TaskFieldName,
  type TaskStatus,
  valueTypeOf,
  type ViewProperty,
} from "../../../server/contract/task_fields.ts";
import type { TaskKind } from "../../../server/contract/task_kinds.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import type { ChipOption } from "../../ui/inputs/chips_field.tsx";
import { useNodes } from "../nodes/use_nodes.ts";
import { runStateStyles } from "../run/run_state.tsx";
import { taskStatusStyles } from "./task_status.tsx";
import { useLabels } from "./use_labels.ts";
import { useMay } from "../../api/use_permissions.ts";

/** Returns the label of a field in columns, filters and views: the text of its name in the group `tasks`. */
export function fieldMessage(name: TaskFieldName): MessageKey {
  return `tasks.${name}`;
}

interface FieldValue {
  value: string;
  label: string;
}

export const taskKindStyles: Record<TaskKind, { label: MessageKey }> = {
  javascript: { label: "tasks.kindJavascript" },
  typescript: { label: "tasks.kindTypescript" },
  python: { label: "tasks.kindPython" },
  shell: { label: "tasks.kindShell" },
  subscription: { label: "tasks.kindSubscription" },
  other: { label: "tasks.kindOther" },
};

/** The texts of fixed values. */
const styles: Partial<Record<string, { label: MessageKey }>> = {
  ...taskStatusStyles satisfies Record<TaskStatus, unknown>,
  ...runStateStyles satisfies Record<RunState, unknown>,
  ...taskKindStyles,
};

/** Returns a function that lists the possible values of a field; null when any can be typed. */
export function useFieldValues(): (name: ViewProperty) => readonly FieldValue[] | null {
  const { t } = useMessages();
  const subscriptions = useSubscriptionNames();
  const pools = useNodes().data?.pools ?? noPools;
  return (name) => {
    if (name === "subscription") {
      return subscriptions.map((one) => ({ value: String(one.id), label: one.name }));
    }
    // A single pool tells tasks apart no more than none.
    if (name === "pool") return pools.length > 1 ? pools.map((pool) => ({ value: pool, label: pool })) : [];
    return valueTypeOf(name).options?.map((value) => {
      const style = styles[value];
      return { value, label: style ? t(style.label) : value };
    }) ?? null;
  };
}

export function useFieldValueText(): (name: ViewProperty, value: string) => string {
  const valuesOf = useFieldValues();
  return (name, value) => {
    const unknown = name === "subscription" ? `#${value}` : value;
    return valuesOf(name)?.find((one) => one.value === value)?.label ?? unknown;
  };
}

/** Queries the values to suggest for a field, with the number of tasks where known; `onlyOptions` allows no others. */
export function useSuggestedValues(name: ViewProperty): { options: ChipOption[]; onlyOptions: boolean } {
  const { format } = useMessages();
  const labels = useLabels();
  const values = useFieldValues()(name);
  // A task may be placed in a pool that no node has yet.
  if (values) return { options: [...values], onlyOptions: name !== "pool" };
  const inUse = name === "label" ? labels : []; // the API lists the values in use of no other field
  return {
    options: inUse.map(({ label, tasks }) => ({ value: label, hint: format.number(tasks) })),
    onlyOptions: false,
  };
}

const noPools: readonly string[] = [];

type Named = Pick<Subscription, "id" | "name" | "ownPython">;
const none: readonly Named[] = [];

/** Queries all subscriptions by name, up to the size of an API page; empty until loaded. */
export function useSubscriptionNames(): readonly Named[] {
  const api = useApi();
  const { data } = useQuery({
    queryKey: queryKeys.subscriptions("names"),
    queryFn: ({ signal }) => {
      const query = { pageSize: 500, sort: "name" };
      return api.get<List<Subscription>>("/subscriptions", { query, signal });
    },
    retry: false,
    enabled: useMay("subscriptions:read"),
  });
  return data?.items ?? none;
}
