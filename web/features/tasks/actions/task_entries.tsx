import {
  Bell,
  BellOff,
  Copy,
  Eye,
  FileCode2,
  Pencil,
  Pin,
  PinOff,
  Play,
  Power,
  PowerOff,
  ScrollText,
  Tag,
  Terminal,
  Trash2,
} from "../../../ui/icons/icons.ts";
import { hasFailed } from "../../../../server/contract/failed_states.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import type { MenuEntry } from "../../../ui/overlays/menu_entries.ts";
import type { Translate } from "../../../messages/create_messages.ts";
import type { TaskActions } from "../../../shared/task/task_actions.ts";
import { StopIcon } from "../../../ui/buttons/stop_icon.tsx";

/** Returns whether an active or queued run can be stopped. */
export function isStoppable({ status }: Pick<Task, "status">): boolean {
  return status === "running" || status === "queued";
}

export function isStopping({ activeRun }: Pick<Task, "activeRun">): boolean {
  return activeRun !== null && activeRun.stopRequestedAt !== null;
}

/** Returns whether a task waits for the end of a maintenance window and for nothing else; a run on demand does not wait. */
export function isHeld({ activeRun }: Pick<Task, "activeRun">): boolean {
  return activeRun !== null && activeRun.heldUntil !== null;
}

/** Returns whether a task can be run now. One that must not overlap has to be idle or stopping: a new run waits for that. */
export function isRunnable(task: Pick<Task, "status" | "activeRun" | "overlap">): boolean {
  return !isStoppable(task) || isStopping(task) || isHeld(task) || task.overlap.policy !== "skip";
}

export function taskEntries(
  task: Task,
  { actions, t, opens }: {
    actions: TaskActions;
    t: Translate;
    opens: boolean;
  },
): MenuEntry[] {
  const { askDelete, askLabels, askRun, links, mayRun, mayWrite, mayWriteScripts } = actions;
  const open: MenuEntry = {
    label: t("tasks.open"),
    icon: <Eye />,
    onSelect: () => links.open(task.id),
    shortcut: "↵",
  };
  return [
    ...(opens ? [open] : []),
    ...runEntries(task, { actions, t }),
    ...(mayWrite || (mayRun && task.parameters.length > 0)
      ? [{ label: t("tasks.runWith"), icon: <Terminal />, onSelect: () => askRun([task]) }]
      : []),
    { label: t("tasks.log"), icon: <ScrollText />, onSelect: () => links.log(task.id), shortcut: "L" },
    ...grouped([
      ...(mayWrite
        ? [{ label: t("ui.edit"), icon: <Pencil />, onSelect: () => links.edit(task.id), shortcut: "E" }]
        : []),
      ...(mayWriteScripts ? scriptEntries(task, links.script, t) : []),
      ...(mayWrite
        ? [
          { label: t("tasks.duplicate"), icon: <Copy />, onSelect: () => links.copy(task.id) },
          { label: t("tasks.editLabels"), icon: <Tag />, onSelect: () => askLabels([task]) },
        ]
        : []),
      ...switchEntries(task, { actions, t }),
    ]),
    ...grouped(
      mayWrite
        ? [{
          label: t("tasks.delete"),
          icon: <Trash2 />,
          danger: true,
          onSelect: () => askDelete([task]),
          shortcut: "Del",
        }]
        : [],
    ),
  ];
}

/** Returns the entries below a separator; nothing without entries. */
function grouped(entries: readonly MenuEntry[]): MenuEntry[] {
  return entries.length === 0 ? [] : ["separator", ...entries];
}

function scriptEntries({ scriptPath }: Task, open: (path: string) => void, t: Translate): MenuEntry[] {
  if (scriptPath === null) return [];
  return [{ label: t("tasks.editScript"), icon: <FileCode2 />, onSelect: () => open(scriptPath) }];
}

interface EntryParts {
  actions: TaskActions;
  t: Translate;
}

function runEntries(task: Task, { actions: { perform, mayRun }, t }: EntryParts): MenuEntry[] {
  if (!mayRun) return [];
  const run: MenuEntry = {
    label: t("tasks.run"),
    icon: <Play />,
    onSelect: () => void perform("run", [task]),
    shortcut: "R",
  };
  const stop: MenuEntry = {
    label: t("tasks.stop"),
    icon: <StopIcon />,
    onSelect: () => void perform("stop", [task]),
    shortcut: "S",
  };
  return [...(isStoppable(task) ? [stop] : []), ...(isRunnable(task) ? [run] : [])];
}

function switchEntries(task: Task, { actions, t }: EntryParts): MenuEntry[] {
  const { perform, mayRun, mayWrite } = actions;
  if (!mayRun) return [];
  const pin = task.pinned
    ? { label: t("tasks.unpin"), icon: <PinOff />, onSelect: () => void perform("unpin", [task]) }
    : { label: t("tasks.pin"), icon: <Pin />, onSelect: () => void perform("pin", [task]) };
  return [
    task.enabled
      ? { label: t("tasks.disable"), icon: <PowerOff />, onSelect: () => void perform("disable", [task]) }
      : { label: t("tasks.enable"), icon: <Power />, onSelect: () => void perform("enable", [task]) },
    ...(mayWrite ? [pin] : []),
    ...muteEntries(task, { actions, t }),
  ];
}

/** Lists the entry that mutes a failing task, or unmutes a task. */
function muteEntries(task: Task, { actions: { perform }, t }: EntryParts): MenuEntry[] {
  if (task.muted) {
    return [{ label: t("tasks.unmute"), icon: <Bell />, onSelect: () => void perform("unmute", [task]) }];
  }
  if (!task.lastRun || !hasFailed(task.lastRun.outcome)) return [];
  return [{ label: t("tasks.mute"), icon: <BellOff />, onSelect: () => void perform("mute", [task]) }];
}
