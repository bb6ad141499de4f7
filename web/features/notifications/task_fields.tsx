import { useQuery } from "@tanstack/react-query";
import type { List } from "../../../server/contract/shapes.ts";
import type { LabelCounts, Task } from "../../../server/contract/tasks.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { ChipsField } from "../../ui/inputs/chips_field.tsx";
import { NumberField } from "../../ui/inputs/number_field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import type { RulePart } from "./rule_part.ts";

const maxTasks = 500;

/** Which tasks a rule is for, and from when on a run takes too long. */
export function TaskFields({ draft, set, errorOf }: RulePart) {
  const { t, format } = useMessages();
  const { labels, tasks } = useChoices();
  const known = tasks.map(({ id, name }) => ({ value: String(id), label: name, hint: `#${id}` }));
  const others = draft.taskIds.filter((id) => !tasks.some((task) => task.id === id));
  const unknown = others.map((id) => ({ value: String(id), label: t("notifications.taskNumber", { id }) }));
  return (
    <>
      {draft.events.includes("run_too_long") && (
        <NumberField
          optional
          min={1}
          label={t("notifications.longerThan")}
          help={t("notifications.longerThanHelp")}
          unit={t("notifications.minutes")}
          value={draft.longerThanMinutes}
          onValue={(longerThanMinutes) => set({ longerThanMinutes })}
          error={errorOf("longerThanMs")}
        />
      )}
      <ChipsField
        optional
        commas
        label={t("notifications.onlyLabels")}
        help={t("notifications.onlyLabelsHelp")}
        value={draft.labels}
        options={labels.map(({ label, tasks }) => ({ value: label, hint: format.number(tasks) }))}
        onValue={(next) => set({ labels: next })}
        error={errorOf("labels")}
      />
      <ChipsField
        optional
        closed
        label={t("notifications.onlyTasks")}
        help={t("notifications.onlyTasksHelp")}
        value={draft.taskIds.map(String)}
        options={[...known, ...unknown]}
        onValue={(ids) => set({ taskIds: ids.map(Number) })}
        error={errorOf("taskIds")}
      />
    </>
  );
}

function useChoices() {
  const api = useApi();
  const query = { pageSize: maxTasks, sort: "name" };
  const labels = useQuery({
    queryKey: queryKeys.taskLabels(),
    queryFn: ({ signal }) => api.get<LabelCounts>("/tasks/labels", { signal }),
  });
  const tasks = useQuery({
    queryKey: queryKeys.taskList(query),
    queryFn: ({ signal }) => api.get<List<Task>>("/tasks", { signal, query }),
  });
  return { labels: labels.data?.items ?? [], tasks: tasks.data?.items ?? [] };
}
