import { use } from "react";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { commandKey, KeyHint } from "../ui/buttons/key_hint.tsx";
import { useMessages } from "../messages/use_messages.tsx";

/** Renders the list of keyboard shortcuts, opened by `?`; a separate chunk. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t, later } = useMessages();
  use(later());
  const lines: Line[] = [
    [t("controls.shortcutPalette"), [commandKey(), "K"]],
    [t("app.goOverview"), ["G", "O"]],
    [t("app.goTasks"), ["G", "T"]],
    [t("runList.go"), ["G", "R"]],
    [t("app.goSettings"), ["G", "S"]],
    [t("app.newTask"), ["C"]],
    [t("controls.shortcutSubmit"), [commandKey(), "Enter"]],
    [t("controls.shortcutClose"), ["Esc"]],
    [t("controls.shortcutHelp"), ["?"]],
  ];
  const inList: Line[] = [
    [t("controls.shortcutSearch"), ["/"]],
    [t("controls.shortcutNew"), ["N"]],
    [t("controls.shortcutMove"), ["↑", "↓"]],
    [t("controls.shortcutOpen"), ["Enter"]],
    [t("controls.shortcutRun"), ["R"]],
    [t("controls.shortcutStop"), ["S"]],
    [t("controls.shortcutLog"), ["L"]],
    [t("controls.shortcutEdit"), ["E"]],
    [t("controls.shortcutSelect"), ["X"]],
    [t("controls.shortcutDelete"), ["Del"]],
    [t("tasks.queue"), ["Q"]],
    [t("controls.shortcutMoveView"), ["Alt", "←", "→"]],
  ];
  const inRuns: Line[] = [
    [t("runList.keyMove"), ["↑", "↓"]],
    [t("runList.keyOpen"), ["Enter"]],
    [t("runList.stop"), ["S"]],
    [t("runList.keyClose"), ["Esc"]],
  ];
  const inScripts: Line[] = [
    [t("files.keyFind"), ["/"]],
    [t("files.keyNew"), ["N"]],
    [t("files.keySave"), [commandKey(), "S"]],
    [t("files.keyMove"), ["↑", "↓"]],
    [t("files.keyFold"), ["←", "→"]],
    [t("files.keyChoose"), ["Shift", "↑", "↓"]],
    [t("files.keyRename"), ["F2"]],
    [t("files.keyDelete"), ["Del"]],
    [t("files.keyMenu"), ["Shift", "F10"]],
    [t("files.keyLeave"), ["Esc", "Tab"]],
    [t("files.keyRun"), [commandKey(), "Enter"]],
    [t("files.keyNextDifference"), ["F7"]],
  ];
  const inSubscriptions: Line[] = [
    [t("subscriptions.run"), ["R"]],
    [t("subscriptions.preview"), ["P"]],
    [t("subscriptions.reviewChanges"), ["A"]],
    [t("subscriptions.log"), ["L"]],
    [t("subscriptions.edit"), ["E"]],
    [t("ui.delete"), ["Del"]],
  ];
  return (
    <Dialog onClose={onClose} title={t("app.shortcuts")}>
      <Lines lines={lines} />
      <h3 className="mt-5 mb-1 text-sm font-semibold">{t("controls.shortcutsInTasks")}</h3>
      <Lines lines={inList} />
      <h3 className="mt-5 mb-1 text-sm font-semibold">{t("runs.title")}</h3>
      <Lines lines={inRuns} />
      <h3 className="mt-5 mb-1 text-sm font-semibold">{t("subscriptions.keysTitle")}</h3>
      <Lines lines={inSubscriptions} />
      <h3 className="mt-5 mb-1 text-sm font-semibold">{t("files.keysTitle")}</h3>
      <Lines lines={inScripts} />
    </Dialog>
  );
}

type Line = [what: string, keys: string[]];

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <dl className="flex flex-col text-sm">
      {lines.map(([what, keys]) => (
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
