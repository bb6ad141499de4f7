import type { TaskStatus } from "../../../server/contract/task_fields.ts";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import type { Tone } from "../../ui/tones.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";

interface Style {
  word: MessageKey;
  tone: Tone;
  pulse?: boolean;
  struck?: boolean;
}

/** The style and label of each task status, in the order of the filter. */
export const taskStatusStyles: Record<TaskStatus, Style> = {
  idle: { word: "tasks.statusIdle", tone: "neutral" },
  running: { word: "tasks.statusRunning", tone: "accent", pulse: true },
  queued: { word: "tasks.statusQueued", tone: "warning" },
  disabled: { word: "tasks.statusDisabled", tone: "neutral", struck: true },
};

/** Renders the status of a task as a dot and a label. */
export function TaskStatusDot({ status }: { status: TaskStatus }) {
  const { t } = useMessages();
  const { word, ...style } = taskStatusStyles[status];
  return <StatusDot {...style}>{t(word)}</StatusDot>;
}
