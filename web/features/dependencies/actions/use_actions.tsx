import { type ReactNode, useCallback, useMemo, useState } from "react";
import type { Dependency } from "../../../../server/contract/dependencies.ts";
import { useBatchAction } from "../../../shared/actions/use_batch_action.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm_dialog.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";

type Target = Pick<Dependency, "id" | "name">;
type Action = "reinstall" | "cancel" | "delete" | "force";

export interface DependencyActions {
  act(action: "reinstall" | "cancel", packages: readonly Target[]): Promise<void>;
  /** Asks for confirmation, then deletes packages. */
  askDelete(packages: readonly Target[], force: boolean): void;
  /** The confirmation dialog, for the caller to render. */
  question: ReactNode;
}

/**
 * Returns the actions on packages; each reports its result. `onDeleted` is called when a deletion was
 * accepted.
 */
export function useDependencyActions(onDeleted: () => void = () => {}): DependencyActions {
  const { t } = useMessages();
  const { send, act } = useBatchAction<Action>({
    path: "/dependencies",
    done: {
      reinstall: "dependencies.doneReinstall",
      cancel: "dependencies.doneCancel",
      delete: "dependencies.doneDelete",
      force: "dependencies.doneForce",
    },
    deletions: ["delete", "force"],
    topics: ["dependencies"],
  });
  const [asked, setAsked] = useState<{ packages: readonly Target[]; force: boolean } | null>(null);
  const askDelete = useCallback(
    (packages: readonly Target[], force: boolean) => setAsked({ packages, force }),
    [],
  );
  const values = { count: asked?.packages.length ?? 0, name: asked?.packages[0]?.name ?? "" };
  const question = (
    <ConfirmDialog
      open={asked !== null}
      danger
      title={t(asked?.force ? "dependencies.forceTitle" : "dependencies.deleteTitle", values)}
      text={t(asked?.force ? "dependencies.forceText" : "dependencies.deleteText", values)}
      confirmLabel={t(asked?.force ? "dependencies.force" : "ui.delete")}
      onClose={() => setAsked(null)}
      onConfirm={async () => {
        if (!asked) return;
        const { packages, force } = asked;
        if (await send(force ? "force" : "delete", packages, { force })) onDeleted();
      }}
    />
  );
  return useMemo(() => ({ act, askDelete, question }), [act, askDelete, question]);
}
