import { Ellipsis, Pin, PinOff, Play, Power, PowerOff, Square, Tag, Terminal, Trash2, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Task, TaskAction } from "../../../../server/contract/tasks.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { IconButton } from "../../../ui/icon_button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import type { MenuItem } from "../../../ui/menu_entries.ts";
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

/** What can be done to the chosen tasks: as high as the toolbar, in whose place it stands; on a phone at the foot of the page. */
export default function BatchBar({ tasks, onClear }: { tasks: readonly Task[]; onClear: () => void }) {
  const { t } = useWords();
  const narrow = useNarrow();
  const { deeds, busy } = useDeeds(tasks);
  return (
    <div
      role="toolbar"
      aria-label={t("tasks.batch")}
      className={classNames(
        "flex min-h-8 items-center gap-1 rounded-md ps-1 pe-1",
        narrow
          ? "sticky bottom-0 z-20 order-last border border-line-strong bg-raised py-1 shadow-float"
          : "overflow-x-auto bg-selected",
      )}
    >
      <IconButton label={t("tasks.clearSelection")} icon={<X size={16} />} onClick={onClear} />
      <span className="me-2 text-sm font-medium whitespace-nowrap tabular-nums">
        {t("tasks.selected", { count: tasks.length })}
      </span>
      {narrow ? <FewButtons {...{ deeds, busy }} /> : <AllButtons {...{ deeds, busy }} />}
    </div>
  );
}

interface Deeds {
  deeds: readonly MenuItem[];
  /** The label of what is being done. */
  busy: string | null;
}

function useDeeds(tasks: readonly Task[]): Deeds {
  const { t } = useWords();
  const { act, askDelete, askLabels, askRun } = useTaskActs();
  const [busy, setBusy] = useState<string | null>(null);
  const [run, ...others] = buttons.map(({ action, word, icon }): MenuItem => ({
    label: t(word),
    icon,
    onSelect: () => {
      setBusy(t(word));
      void act(action, tasks).finally(() => setBusy(null));
    },
  }));
  const dialogs: readonly MenuItem[] = [
    { label: t("tasks.editLabels"), icon: <Tag size={16} aria-hidden />, onSelect: () => askLabels(tasks) },
    {
      label: t("tasks.delete"),
      icon: <Trash2 size={16} aria-hidden />,
      danger: true,
      onSelect: () => askDelete(tasks),
    },
  ];
  const runWith = {
    label: t("tasks.runWith"),
    icon: <Terminal size={16} aria-hidden />,
    onSelect: () => askRun(tasks),
  };
  return { deeds: [...(run ? [run] : []), runWith, ...others, ...dialogs], busy };
}

function AllButtons({ deeds, busy }: Deeds) {
  return deeds.map(({ label, icon, onSelect, danger = false }) => (
    <Button
      key={label}
      variant="ghost"
      icon={icon}
      loading={busy === label}
      onClick={onSelect}
      className={danger ? "text-danger-text! hover:bg-danger-soft!" : "text-text!"}
    >
      {label}
    </Button>
  ));
}

const onPhone: readonly WordKey[] = ["tasks.run", "tasks.stop", "tasks.delete"];

/** What there is room for on a phone, and the rest in a menu. */
function FewButtons({ deeds, busy }: Deeds) {
  const { t } = useWords();
  const few = onPhone.map((word) => t(word));
  const isFew = ({ label }: MenuItem) => few.includes(label);
  return (
    <span className="ms-auto flex">
      {deeds.filter(isFew).map(({ label, icon, onSelect, danger = false }) => (
        <IconButton
          key={label}
          {...{ label, icon }}
          tone={danger ? "danger" : "neutral"}
          loading={busy === label}
          onClick={onSelect}
        />
      ))}
      <Menu entries={deeds.filter((deed) => !isFew(deed))}>
        <IconButton tooltip={false} label={t("ui.more")} icon={<Ellipsis size={16} />} />
      </Menu>
    </span>
  );
}
