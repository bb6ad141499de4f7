import { useEffect, useState } from "react";
import type { Overview } from "../../../server/contract/overview.ts";
import type { Task } from "../../../server/contract/tasks.ts";
import { readStored, writeStored } from "../../ui/stored.ts";
import { useFirstTasks } from "./api.ts";
import { setupSteps } from "./setup_card.tsx";
import { useIsAdministrator } from "../../api/use_permissions.ts";

/** `open` from the first visit to a panel without tasks until the steps are done or hidden. */
const storedName = "setup-steps";

export interface Setup {
  /** Whether it is not known yet if there are tasks. */
  loading: boolean;
  /** Whether the panel has no tasks. */
  empty: boolean;
  /** The tasks for the list of first steps; null when the list is not displayed. */
  tasks: readonly Task[] | null;
  hide(): void;
}

/** Decides whether the first steps are displayed: on a panel without tasks, and in this browser until they are done. */
export function useSetup(overview: Overview | undefined): Setup {
  const [open, setOpen] = useState(() => readStored(storedName) === "open");
  const idle = overview !== undefined && isIdle(overview);
  const isSettingUp = useIsAdministrator();
  const { data, isLoading } = useFirstTasks(isSettingUp && (open || idle));
  const empty = data?.total === 0;
  useEffect(() => {
    if (!empty) return;
    writeStored(storedName, "open");
    setOpen(true);
  }, [empty]);
  const unfinished = data && overview &&
    Object.values(setupSteps(data.items, overview.health)).includes(false);
  return {
    loading: idle && isLoading,
    empty,
    tasks: data && unfinished && (empty || open) ? data.items : null,
    hide() {
      writeStored(storedName, undefined);
      setOpen(false);
    },
  };
}

/** Returns whether nothing ran, runs or will run; only then there may be no tasks at all. */
function isIdle({ figures, past, next, failing, running }: Overview): boolean {
  const { waiting, nextRunAt, successRate7d } = figures;
  return failing.length + running.length + next.length + waiting === 0 && nextRunAt === null &&
    successRate7d === null && past.every(({ succeeded, failed, other }) => succeeded + failed + other === 0);
}
