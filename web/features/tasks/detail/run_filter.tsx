import type { RunState } from "../../../../server/contract/runs.ts";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";

const filters = {
  all: { word: "insight.allRuns", states: [] },
  succeeded: { word: "insight.doneWell", states: ["succeeded"] },
  problems: { word: "insight.problems", states: ["failed", "timed_out", "interrupted"] },
  stopped: { word: "runs.stateStopped", states: ["stopped"] },
  skipped: { word: "runs.stateSkipped", states: ["skipped"] },
} as const satisfies Record<string, { word: MessageKey; states: readonly RunState[] }>;

export type RunFilterName = keyof typeof filters;

/** Reads a filter from an address; whatever is none shows all runs. */
export function readRunFilter(text: string | null): RunFilterName {
  return text !== null && Object.hasOwn(filters, text) ? text as RunFilterName : "all"; // own key, so it is a name
}

/** Gives the states a filter lets through, as the API takes them; undefined for all. */
export function statesOf(name: RunFilterName): string | undefined {
  return filters[name].states.join(",") || undefined;
}

/** Chooses which runs are listed, by their outcome. */
export function RunFilter(
  { value, onValue }: { value: RunFilterName; onValue: (name: RunFilterName) => void },
) {
  const { t } = useMessages();
  const narrow = useNarrow();
  const options = (Object.keys(filters) as RunFilterName[]).map((name) => ({ // its keys are the names
    value: name,
    label: t(filters[name].word),
  }));
  const Control = narrow ? Select<RunFilterName> : SegmentedControl<RunFilterName>;
  return <Control label={t("insight.filter")} hideLabel {...{ value, options, onValue }} />;
}
