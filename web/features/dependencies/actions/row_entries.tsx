import { Ban, RotateCcw, ScrollText, Trash2, TriangleAlert } from "lucide-react";
import type { Dependency } from "../../../../server/contract/dependencies.ts";
import type { MenuEntry, MenuItem } from "../../../ui/overlays/menu_entries.ts";
import type { Translate } from "../../../messages/create_messages.ts";
import { isBusy } from "../state_style.tsx";
import type { DependencyActions } from "./use_actions.tsx";

/** Lists all actions on a package, for its menu. */
export function rowEntries(
  one: Dependency,
  { actions, onLog, t }: { actions: DependencyActions; onLog: (id: number) => void; t: Translate },
): MenuEntry[] {
  const busy = isBusy(one);
  const log: MenuItem = {
    label: t("dependencies.log"),
    icon: <ScrollText size={16} />,
    onSelect: () => onLog(one.id),
  };
  const cancel: MenuItem = {
    label: t("ui.cancel"),
    icon: <Ban size={16} />,
    onSelect: () => void actions.act("cancel", [one]),
  };
  const reinstall: MenuItem = {
    label: t("dependencies.reinstall"),
    icon: <RotateCcw size={16} />,
    onSelect: () => void actions.act("reinstall", [one]),
  };
  const removal: MenuEntry[] = [
    "separator",
    {
      label: t("ui.delete"),
      icon: <Trash2 size={16} />,
      danger: true,
      disabled: busy,
      onSelect: () => actions.askDelete([one], false),
    },
    {
      label: t("dependencies.force"),
      icon: <TriangleAlert size={16} />,
      danger: true,
      onSelect: () => actions.askDelete([one], true),
    },
  ];
  return [log, busy ? cancel : reinstall, ...removal];
}
