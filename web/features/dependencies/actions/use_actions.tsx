import { Ban, Pencil, RotateCcw, ScrollText, Trash2, TriangleAlert } from "../../../ui/icons/icons.ts";
import type { Dependency } from "../../../../server/contract/dependencies.ts";
import type { Translate } from "../../../messages/create_messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useBatchAction } from "../../../shared/actions/use_batch_action.ts";
import { useConfirm } from "../../../ui/overlays/confirm_dialog.tsx";
import type { MenuEntry, MenuItem } from "../../../ui/overlays/menu_entries.ts";
import { isBusy } from "../state_style.tsx";
import { useMay } from "../../../api/use_permissions.ts";

type Target = Pick<Dependency, "id" | "name">;
type Action = "reinstall" | "cancel" | "delete" | "force";

export type DependencyActions = ReturnType<typeof useDependencyActions>;

/**
 * Returns the actions on packages; each reports its result. A deletion asks with a confirmation, which the
 * caller renders; `onDeleted` is called when it was accepted.
 */
export function useDependencyActions(onDeleted: () => void = () => {}) {
  const { t } = useMessages();
  const { send, perform } = useBatchAction<Action>({
    path: "/dependencies",
    done: {
      reinstall: "dependencies.doneReinstall",
      cancel: "dependencies.doneCancel",
      delete: "dependencies.doneDelete",
      force: "dependencies.doneForce",
    },
    deletions: ["delete", "force"],
    topics: ["dependencies", "subscriptions"],
  });
  const { ask, question } = useConfirm();
  const askDelete = (packages: readonly Target[], force: boolean) => {
    const values = { count: packages.length, name: packages[0]?.name ?? "" };
    ask({
      danger: true,
      title: t(force ? "dependencies.forceTitle" : "dependencies.deleteTitle", values),
      text: t(force ? "dependencies.forceText" : "dependencies.deleteText", values),
      confirmLabel: t(force ? "dependencies.force" : "ui.delete"),
      async onConfirm() {
        if (await send(force ? "force" : "delete", packages, { force })) onDeleted();
      },
    });
  };
  return { perform, askDelete, question, mayWrite: useMay("dependencies:write") };
}

/** Lists all actions on a package, for its menu. */
export function rowEntries(
  one: Dependency,
  { actions, onLog, onEdit, t }: {
    actions: DependencyActions;
    onLog: (id: number) => void;
    onEdit: (id: number) => void;
    t: Translate;
  },
): MenuEntry[] {
  const busy = isBusy(one);
  const log: MenuItem = { label: t("dependencies.log"), icon: <ScrollText />, onSelect: () => onLog(one.id) };
  if (!actions.mayWrite) return [log];
  const edit: MenuItem = { label: t("dependencies.edit"), icon: <Pencil />, onSelect: () => onEdit(one.id) };
  const cancel: MenuItem = {
    label: t("ui.cancel"),
    icon: <Ban />,
    onSelect: () => void actions.perform("cancel", [one]),
  };
  const reinstall: MenuItem = {
    label: t("dependencies.reinstall"),
    icon: <RotateCcw />,
    onSelect: () => void actions.perform("reinstall", [one]),
  };
  const removal: MenuEntry[] = [
    "separator",
    {
      label: t("ui.delete"),
      icon: <Trash2 />,
      danger: true,
      disabled: busy,
      onSelect: () => actions.askDelete([one], false),
    },
    {
      label: t("dependencies.force"),
      icon: <TriangleAlert />,
      danger: true,
      onSelect: () => actions.askDelete([one], true),
    },
  ];
  return [log, edit, busy ? cancel : reinstall, ...removal];
}
