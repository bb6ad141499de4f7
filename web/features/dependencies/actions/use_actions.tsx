import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import type { Dependency } from "../../../../server/contract/dependencies.ts";
import type { BatchResult } from "../../../../server/contract/shapes.ts";
import { useApi } from "../../../api/use_api.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm_dialog.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";

export type Target = Pick<Dependency, "id" | "name">;
export type Action = "reinstall" | "cancel" | "delete" | "force";

export interface DependencyActions {
  act(action: "reinstall" | "cancel", packages: readonly Target[]): Promise<void>;
  /** Asks before packages are deleted. */
  askDelete(packages: readonly Target[], force: boolean): void;
  /** The question, to be drawn by whoever asks. */
  question: ReactNode;
}

const done: Record<Action, MessageKey> = {
  reinstall: "dependencies.doneReinstall",
  cancel: "dependencies.doneCancel",
  delete: "dependencies.doneDelete",
  force: "dependencies.doneForce",
};

/** Gives what can be done with packages; each tells how it went. `onDeleted` is called when a deletion was accepted. */
export function useDependencyActions(onDeleted: () => void = () => {}): DependencyActions {
  const { t } = useMessages();
  const send = useSend();
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
        if (asked && await send(asked.force ? "force" : "delete", asked.packages)) onDeleted();
      }}
    />
  );
  const action = useCallback(async (what: "reinstall" | "cancel", packages: readonly Target[]) => {
    await send(what, packages).catch(() => {}); // told already
  }, [send]);
  return useMemo(() => ({ act: action, askDelete, question }), [action, askDelete, question]);
}

/** Sends one request for all of them and tells what came of each; gives whether any was done, and throws when it failed. */
function useSend() {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  return useCallback(async (action: Action, packages: readonly Target[]): Promise<boolean> => {
    const ids = packages.map(({ id }) => id);
    try {
      const { results } = action === "reinstall" || action === "cancel"
        ? await api.post<BatchResult>(`/dependencies/${action}`, { ids })
        : await api.delete<BatchResult>("/dependencies", { body: { ids, force: action === "force" } });
      const count = results.filter(({ ok }) => ok).length;
      if (count > 0) toast.message("success", t(done[action], { count, name: packages[0]?.name ?? "" }));
      for (const { id, error } of results.filter(({ ok }) => !ok).slice(0, 3)) {
        toast.notify("warning", error?.title ?? "", packages.find((one) => one.id === id)?.name ?? "");
      }
      return count > 0;
    } catch (error) {
      toast.problem(error);
      throw error;
    } finally {
      void queries.invalidateQueries({ queryKey: ["dependencies"] });
    }
  }, [api, queries, toast, t]);
}
