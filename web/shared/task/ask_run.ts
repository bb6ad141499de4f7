import { createContext, useContext } from "react";
import type { Parameter } from "../../../server/contract/parameters.ts";

/** Tasks to run with values that the user is asked for. */
export interface AskedRun {
  tasks: readonly { id: number; name: string; parameters?: readonly Parameter[] }[];
  /** An earlier run of the task whose values to offer. */
  again?: number | undefined;
  /** Opens the log of a run; by default over the task list. */
  onShowLog?: ((id: number, runId: number) => void) | undefined;
  onStarted?: ((id: number, runId: number) => void) | undefined;
}

export const AskRunContext = createContext<(run: AskedRun) => void>(() => {});

/** Returns a function that opens the form for a run: values of parameters, arguments and variables. */
export function useAskRun(): (run: AskedRun) => void {
  return useContext(AskRunContext);
}
