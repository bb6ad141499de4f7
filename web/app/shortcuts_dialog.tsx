import { use } from "react";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { commandKey, KeyHint } from "../ui/buttons/key_hint.tsx";
import { useMessages } from "../messages/use_messages.tsx";
import { type Permission, usePermissions } from "../api/use_permissions.ts";

/** Renders the list of keyboard shortcuts, opened by `?`; a separate chunk. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t, later } = useMessages();
  use(later());
  const may = usePermissions();
  const lines: Line[] = [
    [t("controls.shortcutPalette"), [commandKey(), "K"]],
    [t("app.goOverview"), ["G", "O"]],
    [t("app.goTasks"), ["G", "T"]],
    [t("runList.go"), ["G", "R"]],
    [t("app.goSettings"), ["G", "S"]],
    [t("app.newTask"), ["C"], "tasks:write"],
    [t("controls.shortcutSubmit"), [commandKey(), "Enter"]],
    [t("controls.shortcutClose"), ["Esc"]],
    [t("controls.shortcutHelp"), ["?"]],
  ];
  const inList: Line[] = [
    [t("controls.shortcutSearch"), ["/"]],
    [t("controls.shortcutNew"), ["N"], "tasks:write"],
    [t("controls.shortcutMove"), ["↑", "↓"]],
    [t("controls.shortcutOpen"), ["Enter"]],
    [t("controls.shortcutRun"), ["R"], "tasks:run"],
    [t("controls.shortcutStop"), ["S"], "tasks:run"],
    [t("controls.shortcutLog"), ["L"]],
    [t("controls.shortcutEdit"), ["E"], "tasks:write"],
    [t("controls.shortcutSelect"), ["X"], "tasks:run"],
    [t("controls.shortcutDelete"), ["Del"], "tasks:write"],
    [t("tasks.queue"), ["Q"]],
    [t("controls.shortcutMoveView"), ["Alt", "←", "→"], "views:write"],
  ];
  const inRuns: Line[] = [
    [t("runList.keyMove"), ["↑", "↓"]],
    [t("runList.keyOpen"), ["Enter"]],
    [t("runList.stop"), ["S"], "tasks:run"],
    [t("runList.keyClose"), ["Esc"]],
  ];
  const inScripts: Line[] = [
    [t("files.keyFind"), ["/"]],
    [t("files.keyNew"), ["N"], "scripts:write"],
    [t("files.keySave"), [commandKey(), "S"], "scripts:write"],
    [t("files.keyMove"), ["↑", "↓"]],
    [t("files.keyFold"), ["←", "→"]],
    [t("files.keyChoose"), ["Shift", "↑", "↓"]],
    [t("files.keyRename"), ["F2"], "scripts:write"],
    [t("files.keyDelete"), ["Del"], "scripts:write"],
    [t("files.keyMenu"), ["Shift", "F10"]],
    [t("files.keyLeave"), ["Esc", "Tab"]],
    [t("files.keyRun"), [commandKey(), "Enter"], "scripts:write"],
    [t("files.keyNextDifference"), ["F7"]],
  ];
  const inSubscriptions: Line[] = [
    [t("subscriptions.run"), ["R"], "subscriptions:write"],
    [t("subscriptions.preview"), ["P"], "subscriptions:write"],
    [t("subscriptions.reviewChanges"), ["A"], "subscriptions:write"],
    [t("subscriptions.log"), ["L"], "subscriptions:read"],
    [t("subscriptions.edit"), ["E"], "subscriptions:write"],
    [t("ui.delete"), ["Del"], "subscriptions:write"],
  ];
  return (
    <Dialog onClose={onClose} title={t("app.shortcuts")}>
      <Lines lines={lines} />
      <h3 className="mt-5 mb-1 text-sm font-semibold">{t("controls.shortcutsInTasks")}</h3>
      <Lines lines={inList} />
      <h3 className="mt-5 mb-1 text-sm font-semibold">{t("runs.title")}</h3>
      <Lines lines={inRuns} />
      {may("subscriptions:read") && (
        <>
          <h3 className="mt-5 mb-1 text-sm font-semibold">{t("subscriptions.keysTitle")}</h3>
          <Lines lines={inSubscriptions} />
        </>
      )}
      {may("scripts:read") && (
        <>
          <h3 className="mt-5 mb-1 text-sm font-semibold">{t("files.keysTitle")}</h3>
          <Lines lines={inScripts} />
        </>
      )}
    </Dialog>
  );
}

type Line = [what: string, keys: string[], needs?: Permission];

/** Renders the shortcuts of what the person may do. */
function Lines({ lines }: { lines: readonly Line[] }) {
  const may = usePermissions();
  return (
    <dl className="flex flex-col text-sm">
      {lines.filter(([, , needs = null]) => may(needs)).map(([what, keys]) => (
        <div
          key={what}
          className="flex min-h-9 items-center justify-between gap-4 border-b border-line last:border-b-0"
        >
          <dt>{what}</dt>
          <dd>
            <KeyHint keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
