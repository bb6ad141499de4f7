import { use } from "react";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { commandKey, KeyHint } from "../ui/data/key_hint.tsx";
import { useMessages } from "../messages/use_messages.tsx";

/** Renders the list of keyboard shortcuts, opened by `?`; a separate chunk. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t, later } = useMessages();
  use(later());
  const lines: Line[] = [
    [t("keys.shortcutPalette"), [commandKey(), "K"]],
    [t("shell.goTasks"), ["G", "T"]],
    [t("shell.goSettings"), ["G", "S"]],
    [t("shell.newTask"), ["C"]],
    [t("keys.shortcutSubmit"), [commandKey(), "Enter"]],
    [t("keys.shortcutClose"), ["Esc"]],
    [t("keys.shortcutHelp"), ["?"]],
  ];
  const inList: Line[] = [
    [t("keys.search"), ["/"]],
    [t("keys.new"), ["N"]],
    [t("keys.move"), ["↑", "↓"]],
    [t("keys.open"), ["Enter"]],
    [t("keys.run"), ["R"]],
    [t("keys.stop"), ["S"]],
    [t("keys.log"), ["L"]],
    [t("keys.edit"), ["E"]],
    [t("keys.select"), ["X"]],
    [t("keys.delete"), ["Del"]],
    [t("tasks.queue"), ["Q"]],
    [t("keys.moveView"), ["Alt", "←", "→"]],
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
    <Dialog open onClose={onClose} title={t("shell.shortcuts")}>
      <Lines lines={lines} />
      <h3 className="mt-5 mb-1 text-sm font-semibold">{t("keys.inTasks")}</h3>
      <Lines lines={inList} />
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
