import { Pin, PinOff, Play, Power, PowerOff, Square, Tag, Trash2, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Task, TaskAction } from "../../../../server/contract/tasks.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon_button.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import type { WordKey } from "../../../words/messages.ts";
import { useWords } from "../../../words/use_words.tsx";
import { useTaskActs } from "../acts/task_acts.tsx";

const buttons: readonly { action: TaskAction; word: WordKey; icon: ReactNode }[] = [
  { action: "run", word: "tasks.run", icon: <Play size={16} aria-hidden /> },
  { action: "stop", word: "tasks.stop", icon: <Square size={16} aria-hidden /> },
  { action: "enable", word: "tasks.enable", icon: <Power size={16} aria-hidden /> },
  { action: "disable", word: "tasks.disable", icon: <PowerOff size={16} aria-hidden /> },
  { action: "pin", word: "tasks.pin", icon: <Pin size={16} aria-hidden /> },
  { action: "unpin", word: "tasks.unpin", icon: <PinOff size={16} aria-hidden /> },
];

/** What can be done to the chosen tasks; stands in place of the toolbar and is as high. */
export default function BatchBar({ tasks, onClear }: { tasks: readonly Task[]; onClear: () => void }) {
  const { t } = useWords();
  const { act, askDelete, askLabels } = useTaskActs();
  const [busy, setBusy] = useState<TaskAction | null>(null);
  const run = async (action: TaskAction) => {
    setBusy(action);
    await act(action, tasks);
    setBusy(null);
  };
  return (
    <div
      role="toolbar"
      aria-label={t("tasks.batch")}
      className="flex min-h-8 items-center gap-1 overflow-x-auto rounded-md bg-selected ps-1 pe-1"
    >
      <IconButton label={t("tasks.clearSelection")} icon={<X size={16} />} onClick={onClear} />
      <span className="me-2 text-sm font-medium whitespace-nowrap tabular-nums">
        {t("tasks.selected", { count: tasks.length })}
      </span>
      {buttons.map(({ action, word, icon }) => (
        <BatchButton
          key={action}
          label={t(word)}
          icon={icon}
          loading={busy === action}
          onClick={() => void run(action)}
        />
      ))}
      <BatchButton
        label={t("tasks.editLabels")}
        icon={<Tag size={16} aria-hidden />}
        onClick={() => askLabels(tasks)}
      />
      <BatchButton
        label={t("tasks.delete")}
        icon={<Trash2 size={16} aria-hidden />}
        danger
        onClick={() => askDelete(tasks)}
      />
    </div>
  );
}

function BatchButton(
  { label, icon, onClick, loading = false, danger = false }: {
    label: string;
    icon: ReactNode;
    onClick: () => void;
    loading?: boolean;
    danger?: boolean;
  },
) {
  const narrow = useNarrow();
  if (narrow) {
    return <IconButton {...{ label, icon, onClick, loading }} tone={danger ? "danger" : "neutral"} />;
  }
  return (
    <Button
      variant="ghost"
      {...{ icon, onClick, loading }}
      className={danger ? "text-danger-text! hover:bg-danger-soft!" : "text-text!"}
    >
      {label}
    </Button>
  );
}
