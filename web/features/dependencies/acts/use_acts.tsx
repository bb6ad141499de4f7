import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import type { Dependency } from "../../../../server/contract/dependencies.ts";
import type { BatchAnswer } from "../../../../server/contract/shapes.ts";
import { useApi } from "../../../api/use_api.tsx";
import { ConfirmDialog } from "../../../ui/confirm_dialog.tsx";
import { useToast } from "../../../ui/use_toast.tsx";
import type { WordKey } from "../../../words/messages.ts";
import { useWords } from "../../../words/use_words.tsx";

export type Acted = Pick<Dependency, "id" | "name">;
export type Act = "reinstall" | "cancel" | "delete" | "force";

export interface DependencyActs {
  act(act: "reinstall" | "cancel", packages: readonly Acted[]): Promise<void>;
  /** Asks before packages are deleted. */
  askDelete(packages: readonly Acted[], force: boolean): void;
  /** The question, to be drawn by whoever asks. */
  question: ReactNode;
}

const done: Record<Act, WordKey> = {
  reinstall: "dependencies.doneReinstall",
  cancel: "dependencies.doneCancel",
  delete: "dependencies.doneDelete",
  force: "dependencies.doneForce",
};

/** Gives what can be done with packages; each tells how it went. `onDeleted` is called when a deletion was accepted. */
export function useDependencyActs(onDeleted: () => void = () => {}): DependencyActs {
  const { t } = useWords();
  const send = useSend();
  const [asked, setAsked] = useState<{ packages: readonly Acted[]; force: boolean } | null>(null);
  const askDelete = useCallback(
    (packages: readonly Acted[], force: boolean) => setAsked({ packages, force }),
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
  const act = useCallback(async (what: "reinstall" | "cancel", packages: readonly Acted[]) => {
    await send(what, packages).catch(() => {}); // told already
  }, [send]);
  return useMemo(() => ({ act, askDelete, question }), [act, askDelete, question]);
}

/** Sends one request for all of them and tells what came of each; gives whether any was done, and throws when it failed. */
function useSend() {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useWords();
  return useCallback(async (act: Act, packages: readonly Acted[]): Promise<boolean> => {
    const ids = packages.map(({ id }) => id);
    try {
      const { results } = act === "reinstall" || act === "cancel"
        ? await api.post<BatchAnswer>(`/dependencies/${act}`, { ids })
        : await api.delete<BatchAnswer>("/dependencies", { body: { ids, force: act === "force" } });
      const count = results.filter(({ ok }) => ok).length;
      if (count > 0) toast.message("success", t(done[act], { count, name: packages[0]?.name ?? "" }));
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
