import { Square } from "lucide-react";
import type { Run } from "../../../server/contract/runs.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { ActionButton } from "./action_button.tsx";
import { useStopRun } from "./use_stop_run.ts";

/** Renders a button that stops a running or queued run, and shows progress until it has ended. */
export function StopRunButton({ run }: { run: Run }) {
  const { t } = useMessages();
  const { stop, stopping } = useStopRun();
  const asked = run.stopRequestedAt !== null;
  return (
    <ActionButton
      label={asked ? t("runs.stopping") : t("tasks.stop")}
      icon={<Square size={14} aria-hidden />}
      loading={asked || stopping === run.id}
      onClick={() => stop(run.id)}
    />
  );
}
