import { useQuery } from "@tanstack/react-query";
import type { List } from "../../../server/contract/shapes.ts";
import type { LabelCounts, Task } from "../../../server/contract/tasks.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { ChipsField, NumberField, useFormField, useFormValues } from "../../ui/form/fields.tsx";
import { ChipsField as ChipsInput } from "../../ui/inputs/chips_field.tsx";
import { concernsTasks, type RuleDraft } from "./rule_draft.ts";

const maxTasks = 500;

/** Which tasks a rule is for, and when a run takes too long; nothing for rules without events of tasks. */
export function TaskFields() {
  const { events } = useFormValues<RuleDraft>();
  return concernsTasks(events) && <FieldsOfTasks isTimed={events.includes("run_too_long")} />;
}

function FieldsOfTasks({ isTimed }: { isTimed: boolean }) {
  const { t, format } = useMessages();
  const { labels, tasks } = useChoices();
  const { value: taskIds, onValue, error } = useFormField<readonly number[]>("taskIds");
  const known = tasks.map(({ id, name }) => ({ value: String(id), label: name, hint: `#${id}` }));
  const others = taskIds.filter((id) => !tasks.some((task) => task.id === id));
  const unknown = others.map((id) => ({ value: String(id), label: t("notifications.taskNumber", { id }) }));
  return (
    <>
      {isTimed && (
        <NumberField
          name="longerThanMinutes"
          optional
          min={1}
          label={t("notifications.longerThan")}
          help={t("notifications.longerThanHelp")}
          unit={t("notifications.minutes")}
        />
      )}
      <ChipsField
        name="labels"
        optional
        commas
        label={t("notifications.onlyLabels")}
        help={t("notifications.onlyLabelsHelp")}
        options={labels.map(({ label, tasks }) => ({ value: label, hint: format.number(tasks) }))}
      />
      <ChipsInput
        optional
        onlyOptions
        label={t("notifications.onlyTasks")}
        help={t("notifications.onlyTasksHelp")}
        value={taskIds.map(String)}
        options={[...known, ...unknown]}
        onValue={(ids) => onValue(ids.map(Number))}
        error={error}
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
