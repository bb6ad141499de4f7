import { Suspense } from "react";
import { flowLimits, type LinkOutcome, linkOutcomes } from "../../../../server/contract/limits/flows.ts";
import type { List } from "../../../../server/contract/shapes.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApiQuery } from "../../../api/use_api.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { outcomeMessages } from "../../../shared/task/link_texts.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";
import { DurationField } from "../../../ui/form/duration_field.tsx";
import {
  SegmentedControl,
  TextField,
  useErrorsInside,
  useFormField,
  useFormValues,
} from "../../../ui/form/fields.tsx";
import { Plus, X } from "../../../ui/icons/icons.ts";
import { Combobox } from "../../../ui/inputs/combobox.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import type { TaskValues } from "./task_values.ts";

const LinkValues = lazyPart(() => import("./link_values.tsx"));

type Link = TaskValues["upstream"]["tasks"][number];

const MAX_TASKS = 500;

/** Renders the tasks that a task starts after, how they must have ended, and how long it waits for them. */
export function UpstreamFields({ taskId }: { taskId?: number | undefined }) {
  const { t } = useMessages();
  const { kind, upstream } = useFormValues<TaskValues>();
  const { value: links, onValue } = useFormField<readonly Link[]>("upstream.tasks");
  const errorOf = useErrorsInside("upstream.tasks");
  const query = { pageSize: MAX_TASKS, sort: "name" };
  const { data } = useApiQuery<List<Task>>(queryKeys.taskList(query), "/tasks", { query });
  const tasks = (data?.items ?? []).filter(({ id }) => id !== taskId);
  const nameOf = (id: string) => tasks.find((task) => String(task.id) === id)?.name;
  const change = (index: number, next: Partial<Link>) =>
    onValue(links.map((link, at) => at === index ? { ...link, ...next } : link));
  const isTimed = kind === "cron";
  const add = () => onValue([...links, { taskId: "", outcome: "succeeded", parameters: {} }]);
  if (links.length === 0) {
    return (
      <div>
        <Button icon={<Plus />} onClick={add}>{t("flows.addFirst")}</Button>
      </div>
    );
  }
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-3 border-0 p-0">
      <legend className="mb-1 p-0 text-sm font-medium">{t("flows.after")}</legend>
      <p className="text-sm text-muted">{t(isTimed ? "flows.afterHelpTimed" : "flows.afterHelp")}</p>
      {links.map(({ taskId: id, outcome }, index) => (
        <div key={index} className="grid grid-cols-[1fr_auto] items-start gap-2 sm:grid-cols-[2fr_1fr_auto]">
          <Combobox
            label={t("flows.afterTask")}
            hideLabel
            value={id}
            onValue={(next) =>
              change(index, { taskId: next })}
            placeholder={t("flows.afterTask")}
            options={tasks.map((task) => ({ value: String(task.id), label: task.name, hint: `#${task.id}` }))}
            error={errorOf(`${index}.taskId`)}
          />
          <div className="col-start-1 row-start-2 sm:col-start-2 sm:row-start-1">
            <Select<LinkOutcome>
              label={nameOf(id) === undefined
                ? t("flows.afterOutcomeUnnamed")
                : t("flows.afterOutcome", { task: nameOf(id)! })}
              hideLabel
              value={outcome}
              onValue={(next) =>
                change(index, { outcome: next })}
              options={linkOutcomes.map((value) => ({ value, label: t(outcomeMessages[value]) }))}
            />
          </div>
          <IconButton
            label={nameOf(id) === undefined
              ? t("flows.removeUnnamed")
              : t("flows.remove", { task: nameOf(id)! })}
            icon={<X />}
            onClick={() => onValue(links.filter((_, at) => at !== index))}
          />
          {!isTimed && (
            <div className="col-span-full">
              <Suspense>
                <LinkValues index={index} task={nameOf(id) ?? ""} />
              </Suspense>
            </div>
          )}
        </div>
      ))}
      {links.length < flowLimits.upstream && (
        <div>
          <Button icon={<Plus />} onClick={add}>{t("flows.add")}</Button>
        </div>
      )}
      {links.length > 1 && (
        <SegmentedControl
          name="upstream.rule"
          label={t("flows.rule")}
          options={[
            { value: "all", label: t("flows.ruleAll") },
            { value: "any", label: t("flows.ruleAny") },
          ]}
          help={t(upstream.rule === "all" ? "flows.afterAll" : "flows.afterAny")}
        />
      )}
      {(isTimed || links.length > 1) && (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField name="upstream.within" label={t("flows.within")} help={t("flows.withinHelp")} />
          {isTimed && (
            <DurationField
              name="upstream.waitMs"
              label={t("flows.waitMs")}
              help={t("flows.waitMsHelp")}
              unit="hour"
            />
          )}
        </div>
      )}
    </fieldset>
  );
}
