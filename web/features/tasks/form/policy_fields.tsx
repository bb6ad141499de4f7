import { NumberField } from "../../../ui/inputs/number_field.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { missedMessages, overlapMessages } from "../show/policy_messages.ts";
import { DurationField } from "./duration_field.tsx";
import type { FormParts } from "./form_parts.ts";
import { taskLimits } from "../../../../server/contract/limits/tasks.ts";

/** What happens when runs meet, when due times pass unseen, and when a run fails. */
export function PolicyFields(parts: FormParts) {
  return (
    <>
      <OverlapFields {...parts} />
      <MissedFields {...parts} />
      <RetryFields {...parts} />
    </>
  );
}

function OverlapFields({ draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  const limited = draft.overlapPolicy === "queue" || draft.overlapPolicy === "allow";
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select
        label={t("task.overlap")}
        value={draft.overlapPolicy}
        options={[
          { value: "skip", label: t(overlapMessages.skip), help: t("task.overlapSkipHelp") },
          { value: "queue", label: t(overlapMessages.queue), help: t("task.overlapQueueHelp") },
          { value: "replace", label: t(overlapMessages.replace), help: t("task.overlapReplaceHelp") },
          { value: "allow", label: t(overlapMessages.allow), help: t("task.overlapAllowHelp") },
        ]}
        onValue={(overlapPolicy) => set({ overlapPolicy })}
        help={t("task.overlapHelp")}
        error={error("overlap.policy")}
      />
      {limited && (
        <NumberField
          label={draft.overlapPolicy === "queue" ? t("task.overlapWaiting") : t("task.overlapTogether")}
          optional
          min={1}
          max={taskLimits.parallelRuns}
          value={draft.overlapLimit}
          onValue={(overlapLimit) => set({ overlapLimit })}
          help={draft.overlapPolicy === "queue"
            ? t("task.overlapWaitingHelp")
            : t("task.overlapTogetherHelp")}
          error={error("overlap.limit")}
        />
      )}
    </div>
  );
}

function MissedFields({ draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  const chosen = draft.missedPolicy;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select
        label={t("task.missed")}
        value={chosen}
        options={[
          { value: "automatic", label: t("task.missedAutomatic"), help: t("task.missedAutomaticHelp") },
          { value: "skip", label: t(missedMessages.skip) },
          { value: "last", label: t(missedMessages.last) },
          { value: "all", label: t(missedMessages.all) },
        ]}
        onValue={(missedPolicy) => set({ missedPolicy })}
        help={t("task.missedHelp")}
        error={error("missed.policy")}
      />
      {chosen === "all" && (
        <NumberField
          label={t("task.missedLimit")}
          optional
          min={1}
          max={taskLimits.missedRuns}
          value={draft.missedLimit}
          onValue={(missedLimit) => set({ missedLimit })}
          error={error("missed.limit")}
        />
      )}
      {(chosen === "all" || chosen === "last") && (
        <DurationField
          label={t("task.missedDeadline")}
          optional
          unit="hour"
          value={draft.missedDeadlineMs}
          onValue={(missedDeadlineMs) => set({ missedDeadlineMs })}
          help={t("task.missedDeadlineHelp")}
          error={error("missed.deadlineMs")}
        />
      )}
    </div>
  );
}

function RetryFields({ draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <NumberField
        label={t("task.retry")}
        min={0}
        max={taskLimits.retries}
        unit={t("task.retryUnit")}
        value={draft.retryTimes}
        onValue={(retryTimes) => set({ retryTimes })}
        help={t("task.retryHelp")}
        error={error("retry.times")}
      />
      {(draft.retryTimes ?? 0) > 0 && (
        <>
          <DurationField
            label={t("task.retryDelay")}
            value={draft.retryDelayMs}
            onValue={(retryDelayMs) => set({ retryDelayMs })}
            error={error("retry.delayMs")}
          />
          <Select
            label={t("task.retryBackoff")}
            value={draft.retryBackoff}
            options={[
              { value: "fixed", label: t("task.backoffFixed") },
              { value: "exponential", label: t("task.backoffGrowing"), help: t("task.backoffGrowingHelp") },
            ]}
            onValue={(retryBackoff) => set({ retryBackoff })}
            error={error("retry.backoff")}
          />
        </>
      )}
    </div>
  );
}
