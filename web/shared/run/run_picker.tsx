import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import type { Run } from "../../../server/contract/runs.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { IconButton } from "../../ui/inputs/icon_button.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { runStateStyles } from "./run_state.tsx";

interface RunPickerProps {
  /** The newest runs, newest first. */
  runs: readonly Run[];
  run: Run;
  /** Null for the newest. */
  onChoose: (run: number | null) => void;
}

/** Names the run that is shown, and leads to its neighbours and to the newest ones. */
export function RunPicker({ runs, run, onChoose }: RunPickerProps) {
  const { t } = useMessages();
  const at = runs.findIndex(({ id }) => id === run.id);
  const older = at < 0 ? undefined : runs[at + 1];
  const newer = at < 0 ? runs.at(-1) : runs[at - 1];
  return (
    <span className="-ms-2 flex items-center">
      <IconButton
        label={t("runs.older")}
        icon={<ChevronLeft size={16} className="rtl:rotate-180" />}
        disabled={!older}
        onClick={() => older && onChoose(older.id)}
      />
      <RunMenu {...{ runs, run, onChoose }} />
      <IconButton
        label={t("runs.newerOne")}
        icon={<ChevronRight size={16} className="rtl:rotate-180" />}
        disabled={!newer}
        onClick={() => newer && onChoose(newer.id)}
      />
    </span>
  );
}

const maxListed = 12;

function RunMenu({ runs, run, onChoose }: RunPickerProps) {
  const { t, format } = useMessages();
  const entries = runs.slice(0, maxListed).map((one) => ({
    label: `#${one.id} · ${t(runStateStyles[one.state].word)}`,
    shortcut: format.dateTime(one.startedAt ?? one.dueAt ?? one.queuedAt),
    checked: one.id === run.id,
    onSelect: () => onChoose(one.id),
  }));
  return (
    <Menu align="start" entries={[{ heading: t("runs.recent") }, ...entries]}>
      <Button
        variant="ghost"
        className="px-2 tabular-nums text-text"
        aria-label={t("runs.choose", { run: run.id })}
      >
        #{run.id}
        <ChevronDown size={14} aria-hidden />
      </Button>
    </Menu>
  );
}
