import type { TaskStatus } from "../../../../server/contract/tasks.ts";
import { StatusDot } from "../../../ui/status_dot.tsx";
import type { Tone } from "../../../ui/tones.ts";
import type { WordKey } from "../../../words/messages.ts";
import { useWords } from "../../../words/use_words.tsx";

interface Look {
  word: WordKey;
  tone: Tone;
  pulse?: boolean;
  struck?: boolean;
}

/** How each status of a task looks and what it is called; also the order of the filter. */
export const taskStatusLooks: Record<TaskStatus, Look> = {
  idle: { word: "tasks.statusIdle", tone: "neutral" },
  running: { word: "tasks.statusRunning", tone: "accent", pulse: true },
  queued: { word: "tasks.statusQueued", tone: "warning" },
  disabled: { word: "tasks.statusDisabled", tone: "neutral", struck: true },
};

/** The state of a task as a dot and its word. */
export function TaskStatusDot({ status }: { status: TaskStatus }) {
  const { t } = useWords();
  const { word, ...look } = taskStatusLooks[status];
  return <StatusDot {...look}>{t(word)}</StatusDot>;
}
