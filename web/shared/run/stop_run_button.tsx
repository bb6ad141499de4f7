import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Run } from "../../../server/contract/runs.ts";
import { useApi } from "../../api/use_api.tsx";
import { useBatchAction } from "../actions/use_batch_action.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { type EarlierValues, hasOwnValues } from "../parameters/parameter_values.ts";
import { useAskRun } from "../task/ask_run.ts";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { StopIcon } from "../../ui/buttons/stop_icon.tsx";
import { useNarrow } from "../../ui/use_narrow.ts";
import { useMay } from "../../api/use_permissions.ts";

/** Renders a button that stops a running or queued run, and shows progress until it has ended. */
export function StopRunButton({ run }: { run: Run }) {
  const { t } = useMessages();
  const { stop, stopping, mayStop } = useStopRun();
  const asked = run.stopRequestedAt !== null;
  if (!mayStop) return null;
  return (
    <ActionButton
      label={asked ? t("runs.stopping") : t("tasks.stop")}
      icon={<StopIcon />}
      loading={asked || stopping === run.id}
      onClick={() => stop(run)}
    />
  );
}

interface StoppableRun extends Pick<Run, "id" | "taskId" | "taskName">, Partial<EarlierValues> {
  /** Whether its task has parameters, where the values of the run are not known. */
  asksAgain?: boolean;
}

/**
 * Returns a function that stops a run or removes it from the queue, names it, and offers to run its task again; and whether
 * the person may.
 */
export function useStopRun() {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  const { perform } = useBatchAction<"run">({
    path: "/tasks",
    done: { run: "task.doneRun" },
    topics: ["tasks", "runs"],
  });
  const askRun = useAskRun();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id }: StoppableRun) => api.post(`/runs/${id}/stop`),
    onSuccess: (_run, { id, taskId, taskName: name, asksAgain = false, ...values }) => {
      // It would run with other values.
      const again = taskId === null || hasOwnValues(values) ? undefined : {
        label: t("runs.runAgain"),
        onSelect: () =>
          asksAgain
            ? askRun({ tasks: [{ id: taskId, name }], again: id })
            : void perform("run", [{ id: taskId, name }]),
      };
      toast.message("success", t("runs.stopRequested", { name }), again);
    },
    onError: toast.problem,
    onSettled: () => queries.invalidateQueries({ queryKey: ["runs"] }),
  });
  return { stop: mutate, stopping: isPending ? variables.id : null, mayStop: useMay("tasks:run") };
}

/** Renders a button with a label, or only its icon on a phone. */
export function ActionButton(
  { label, icon, loading, onClick }: {
    label: string;
    icon: ReactNode;
    loading: boolean;
    onClick: () => void;
  },
) {
  const narrow = useNarrow();
  if (narrow) {
    const className = "border border-line-strong bg-surface";
    return <IconButton tooltip={false} {...{ label, icon, loading, onClick }} className={className} />;
  }
  return <Button {...{ icon, loading, onClick }}>{label}</Button>;
}
