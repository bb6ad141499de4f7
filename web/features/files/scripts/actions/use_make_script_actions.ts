import { useMemo, useRef } from "react";
import { useLocation } from "wouter";
import { useApi } from "../../../../api/use_api.tsx";
import { paths, withQuery } from "../../../../paths.ts";
import { copyText } from "../../../../ui/inputs/copy_text.ts";
import type { TreeHandle } from "../../../../ui/data/tree/use_tree.ts";
import { useToast } from "../../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../../messages/use_messages.tsx";
import { commandOf, nameOf, splitName } from "../file_paths.ts";
import type { TabsHandle } from "../open/use_open_tabs.ts";
import type { ScriptActions } from "../script_actions.tsx";
import type { ScriptItem } from "../script_items.tsx";
import { useScriptWays } from "../script_ways.ts";
import { useReportRejected } from "../use_report_rejected.ts";
import type { ActionParts } from "./action_parts.ts";
import { moveActions } from "./move_actions.ts";
import { removeActions } from "./remove_actions.ts";

type Navigate = ReturnType<typeof useLocation>[1];

// With that in its history a dialog is closed by going back.
const over = { state: { over: true } };

/** Makes what can be done to scripts; the functions stay the same while the page is shown. */
export function useMakeScriptActions(
  { tree, tabs, onAskMove }: {
    tree: TreeHandle;
    tabs: TabsHandle;
    onAskMove: (items: readonly ScriptItem[]) => void;
  },
): ScriptActions {
  const api = useApi();
  const ways = useScriptWays();
  const [, navigate] = useLocation();
  const toast = useToast();
  const notify = useReportRejected();
  const { t } = useMessages();
  const now = useRef({ tree, tabs });
  now.current = { tree, tabs };
  return useMemo(() => {
    const parts: ActionParts = { ways, toast, notify, t, now: () => now.current };
    return {
      ways,
      askMove: onAskMove,
      ...moveActions(parts),
      ...removeActions(parts),
      ...linkActions(navigate, parts),
      download: (path) => download(api.url("/files/scripts/download", { path })),
      async copyPath(path) {
        await copyText(path);
        toast.message("success", t("files.pathCopied"));
      },
    };
  }, [api, ways, navigate, toast, notify, t, onAskMove]);
}

type Links = "show" | "askNew" | "askRename" | "askSettings" | "askTrash" | "makeTask" | "debug" | "compare";

function linkActions(navigate: Navigate, { now }: ActionParts): Pick<ScriptActions, Links> {
  const visible = () => now().tabs.state.active ?? undefined;
  return {
    show: (path, how) => now().tabs.open(path, how),
    askNew: (folder) => navigate(paths.newScript(folder), over),
    askRename: (path) => navigate(paths.renameScript(path), over),
    askSettings: () => navigate(paths.scriptSettings(visible()), over),
    askTrash: () => navigate(withQuery(paths.scripts(visible()), { bin: 1 }), over),
    makeTask: (path) =>
      navigate(paths.taskForm({ name: splitName(nameOf(path))[0], command: commandOf(path) })),
    debug: (path) => navigate(paths.scriptDebug(path)),
    compare: (left, right) =>
      navigate(paths.diff(`scripts/${left}`, right === undefined ? undefined : `scripts/${right}`)),
  };
}

/** As a link would, without leaving the page. */
function download(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}
