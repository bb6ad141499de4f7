import { useState } from "react";
import { taskLimits } from "../../../../server/contract/limits/tasks.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useCanPlace } from "../../../shared/nodes/use_nodes.ts";
import { NumberField, Select, Switch, useFormValues } from "../../../ui/form/fields.tsx";
import { missedMessages, overlapMessages } from "../../../shared/task/policy_messages.ts";
import { DurationField } from "../../../ui/form/duration_field.tsx";
import type { TaskValues } from "./task_values.ts";

/** Renders what happens when runs overlap, when due times are missed, and when a run fails. */
export function PolicyFields() {
  return (
    <>
      <OverlapFields />
      <MissedFields />
      <RetryFields />
    </>
  );
}

/** Renders what happens when a run is due while another one is active. */
export function OverlapFields() {
  const { t } = useMessages();
  const { policy } = useFormValues<TaskValues>().overlap;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select
        name="overlap.policy"
        label={t("tasks.overlap")}
        options={[
          { value: "skip", label: t(overlapMessages.skip), help: t("task.overlapSkipHelp") },
          { value: "queue", label: t(overlapMessages.queue), help: t("task.overlapQueueHelp") },
          { value: "replace", label: t(overlapMessages.replace), help: t("task.overlapReplaceHelp") },
          { value: "allow", label: t(overlapMessages.allow), help: t("task.overlapAllowHelp") },
        ]}
        help={t("task.overlapHelp")}
      />
      {(policy === "queue" || policy === "allow") && (
        <NumberField
          name="overlap.limit"
          label={t(policy === "queue" ? "task.overlapWaiting" : "task.overlapTogether")}
          optional
          min={1}
          max={taskLimits.parallelRuns}
          help={t(policy === "queue" ? "task.overlapWaitingHelp" : "task.overlapTogetherHelp")}
        />
      )}
    </div>
  );
}

/** Renders what happens to due times that were missed. */
export function MissedFields() {
  const { t } = useMessages();
  const { policy } = useFormValues<TaskValues>().missed;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select
        name="missed.policy"
        label={t("tasks.missed")}
        options={[
          { value: "automatic", label: t("task.missedAutomatic"), help: t("task.missedAutomaticHelp") },
          { value: "skip", label: t(missedMessages.skip) },
          { value: "last", label: t(missedMessages.last) },
          { value: "all", label: t(missedMessages.all) },
        ]}
        help={t("task.missedHelp")}
      />
      {policy === "all" && (
        <NumberField
          name="missed.limit"
          label={t("task.missedLimit")}
          optional
          min={1}
          max={taskLimits.missedRuns}
        />
      )}
      {(policy === "all" || policy === "last") && (
        <DurationField
          name="missed.deadlineMs"
          label={t("task.missedDeadline")}
          optional
          unit="hour"
          help={t("task.missedDeadlineHelp")}
        />
      )}
    </div>
  );
}

/** Renders how often and when a failed run is retried. */
export function RetryFields() {
  const { t } = useMessages();
  const { times, onLost } = useFormValues<TaskValues>().retry;
  const [wasOnLost] = useState(onLost);
  // Runs are lost only where several nodes share them.
  const canBeLost = useCanPlace() || wasOnLost;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-3">
        <NumberField
          name="retry.times"
          label={t("tasks.retry")}
          min={0}
          max={taskLimits.retries}
          unit={t("task.retryUnit")}
          help={t("task.retryHelp")}
        />
        {(times ?? 0) > 0 && (
          <>
            <DurationField name="retry.delayMs" label={t("task.retryDelay")} />
            <Select
              name="retry.backoff"
              label={t("task.retryBackoff")}
              options={[
                { value: "fixed", label: t("task.backoffFixed") },
                { value: "exponential", label: t("task.backoffGrowing"), help: t("task.backoffGrowingHelp") },
              ]}
            />
          </>
        )}
      </div>
      {(times ?? 0) > 0 && canBeLost && (
        <Switch name="retry.onLost" label={t("task.retryOnLost")} help={t("task.retryOnLostHelp")} />
      )}
    </>
  );
}
