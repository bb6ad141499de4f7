import { useState } from "react";
import { chooseRun, type RunChoice } from "./shown_run.ts";
import { useRun } from "./use_run.ts";

/** Keeps the run whose log is shown as long as nothing says otherwise; asks for it when it is older than those listed. */
export function useShownRun(choice: Omit<RunChoice, "shown">) {
  const { runs } = choice;
  const [shown, setShown] = useState<number | null>(null);
  const next = chooseRun({ ...choice, shown });
  if (next !== shown && next !== null) setShown(next);
  const listed = runs.find(({ id }) => id === next);
  const asked = useRun(listed || runs.length === 0 ? null : next);
  return { run: listed ?? asked.data, error: asked.error };
}
