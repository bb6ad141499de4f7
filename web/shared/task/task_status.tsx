import type { TaskStatus } from "../../../server/contract/task_fields.ts";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import type { Tone } from "../../ui/tones.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";

interface Style {
  label: MessageKey;
  tone: Tone;
  pulse?: boolean;
  faint?: boolean;
}

/** The style and label of each task status, in the order of the filter. */
export const taskStatusStyles: Record<TaskStatus, Style> = {
  idle: { label: "tasks.statusIdle", tone: "neutral" },
  running: { label: "tasks.statusRunning", tone: "accent", pulse: true },
  queued: { label: "tasks.statusQueued", tone: "warning" },
  disabled: { label: "tasks.statusDisabled", tone: "neutral", faint: true },
};

export function TaskStatusDot({ status }: { status: TaskStatus }) {
  const { t } = useMessages();
  const { label, ...style } = taskStatusStyles[status];
  return <StatusDot {...style}>{t(label)}</StatusDot>;
}
