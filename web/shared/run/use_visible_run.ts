import { useState } from "react";
import { chooseRun, type RunChoice } from "./visible_run.ts";
import { useRun } from "./use_run.ts";

/** Keeps the run whose log is shown as long as nothing says otherwise; asks for it when it is older than those listed. */
export function useVisibleRun(choice: Omit<RunChoice, "visible">) {
  const { runs } = choice;
  const [visible, setVisible] = useState<number | null>(null);
  const next = chooseRun({ ...choice, visible });
  if (next !== visible && next !== null) setVisible(next);
  const listed = runs.find(({ id }) => id === next);
  const asked = useRun(listed || runs.length === 0 ? null : next);
  return { run: listed ?? asked.data, error: asked.error };
}
