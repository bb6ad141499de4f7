// What the URL of the page stores: the visible file, or the dialog and its path.
import { trimEnd } from "../../../server/contract/trim_end.ts";
import { id, queryState, text } from "../../shared/page/query_state.ts";

type ScriptDialog = "new" | "rename" | "saveAs" | "settings" | "bin";

export interface UrlState {
  dialog: ScriptDialog | null;
  /** The visible file; null when the URL names none, or a dialog for another path. */
  path: string | null;
  /** The path of the dialog: a folder for new items, or a path to rename or save as another. */
  dialogPath: string;
  /** The line to go to, from 1. */
  line: number | null;
}

const dialogs: Partial<Record<string, ScriptDialog>> = {
  "/script/editNameModal": "new",
  "/script/renameModal": "rename",
  "/script/saveModal": "saveAs",
  "/script/setting": "settings",
};

const query = queryState({ path: text(), line: id() });

export function readUrlState(address: string, search: string): UrlState {
  const { path, line } = query.read(search);
  const dialog = dialogAt(trimEnd(address, "/"), search, path);
  const names = dialog === null || dialog === "settings" || dialog === "bin";
  return { dialog, path: names && path !== "" ? path : null, dialogPath: path, line };
}

function dialogAt(address: string, search: string, path: string): ScriptDialog | null {
  const dialog = dialogs[address] ?? (new URLSearchParams(search).has("bin") ? "bin" : null);
  const about = dialog === "rename" || dialog === "saveAs";
  return about && path === "" ? null : dialog; // these dialogs need a dialogPath
}

/** Returns whether a URL path, including the base path, is this page or one of its dialogs. */
export function isScriptsPage(address: string, basePath: string): boolean {
  const [path = ""] = address.slice(basePath.length).split("?");
  const plain = trimEnd(path, "/");
  return plain === "/script" || dialogs[plain] !== undefined;
}
