import {
  ArrowDownToLine,
  ArrowUpToLine,
  Copy,
  Download,
  Pencil,
  Power,
  PowerOff,
  Tag,
  Trash2,
} from "lucide-react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { copyText } from "../../../ui/inputs/copy_text.ts";
import type { MenuEntry } from "../../../ui/overlays/menu_entries.ts";
import type { Translate } from "../../../messages/create_messages.ts";
import type { VariableActions } from "./use_variable_actions.tsx";

interface EntryParts {
  actions: VariableActions;
  t: Translate;
  /** Moves it to an end of the list; undefined while the list is filtered or sorted differently. */
  onMove: ((variable: Variable, to: "start" | "end") => void) | undefined;
}

/** Lists all actions on a variable. */
export function variableEntries(variable: Variable, { actions, t, onMove }: EntryParts): MenuEntry[] {
  const { act: action, edit, askDelete, askLabels, askExport } = actions;
  const { id, name, enabled } = variable;
  return [
    { label: t("ui.edit"), icon: <Pencil size={16} />, onSelect: () => edit(id), shortcut: "E" },
    { label: t("variables.copyName"), icon: <Copy size={16} />, onSelect: () => void copyText(name) },
    {
      label: enabled ? t("tasks.disable") : t("tasks.enable"),
      icon: enabled ? <PowerOff size={16} /> : <Power size={16} />,
      onSelect: () => void action(enabled ? "disable" : "enable", [variable]),
    },
    { label: t("tasks.editLabels"), icon: <Tag size={16} />, onSelect: () => askLabels([variable]) },
    { label: t("variables.export"), icon: <Download size={16} />, onSelect: () => askExport([variable]) },
    ...(onMove
      ? [
        "separator" as const,
        {
          label: t("variables.toStart"),
          icon: <ArrowUpToLine size={16} />,
          onSelect: () => onMove(variable, "start"),
        },
        {
          label: t("variables.toEnd"),
          icon: <ArrowDownToLine size={16} />,
          onSelect: () => onMove(variable, "end"),
        },
      ]
      : []),
    "separator",
    {
      label: t("ui.delete"),
      icon: <Trash2 size={16} />,
      danger: true,
      onSelect: () => askDelete([variable]),
      shortcut: "⌫",
    },
  ];
}
