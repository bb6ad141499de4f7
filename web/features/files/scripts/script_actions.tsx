import { createContext, useContext } from "react";
import type { PathResult, ScriptWays } from "./script_ways.ts";
import type { ScriptItem } from "./script_items.tsx";

/** Everything that can be done to scripts from the tree, the tabs and the dialogs. */
export interface ScriptActions {
  ways: ScriptWays;
  show(path: string, how?: { pinned?: boolean; line?: number }): void;
  askNew(folder: string): void;
  askRename(path: string): void;
  askSettings(): void;
  askTrash(): void;
  /** Asks to which folder. */
  askMove(items: readonly ScriptItem[]): void;
  /** Moves to a folder, all under their own names; gives whether all could be. */
  move(items: readonly { path: string }[], folder: string): Promise<boolean>;
  /** Moves one to another name; gives what came of it, null where unsaved changes forbid it. Throws ApiProblem. */
  moveTo(from: string, to: string): Promise<PathResult | null>;
  duplicate(path: string): Promise<void>;
  remove(items: readonly { path: string }[]): Promise<void>;
  download(path: string): void;
  copyPath(path: string): Promise<void>;
  makeTask(path: string): void;
  debug(path: string): void;
  compare(left: string, right?: string): void;
}

const ActionsContext = createContext<ScriptActions | null>(null);
export const ScriptActionsProvider = ActionsContext.Provider;

/** Gives what can be done to scripts. */
export function useScriptActions(): ScriptActions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("useScriptActions outside of its provider");
  return actions;
}
