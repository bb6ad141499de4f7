import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Application, ApplicationWithSecret } from "../../../../server/contract/applications.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { ConfirmDialog } from "../../../ui/confirm_dialog.tsx";
import { useToast } from "../../../ui/use_toast.tsx";
import { useWords } from "../../../words/use_words.tsx";

export interface ApplicationActs {
  askReset(application: Application): void;
  askDelete(application: Application): void;
  /** Whether the question is open. */
  asks: boolean;
  /** The question, to be drawn by whoever asks. */
  question: ReactNode;
}

/** Gives what ends an application's tokens; each asks before. `onReset` gets the new secret. */
export function useApplicationActs(onReset: (made: ApplicationWithSecret) => void): ApplicationActs {
  const { t } = useWords();
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const [asked, setAsked] = useState<{ act: "reset" | "delete"; application: Application } | null>(null);
  const name = asked?.application.name ?? "";
  const act = async () => {
    if (!asked) return;
    const { id } = asked.application;
    try {
      if (asked.act === "reset") onReset(await api.post<ApplicationWithSecret>(`/applications/${id}/secret`));
      else await api.delete(`/applications/${id}`);
      toast.message(
        "success",
        t(asked.act === "reset" ? "applications.reset" : "applications.deleted", { name }),
      );
    } catch (error) {
      toast.problem(error);
      throw error;
    } finally {
      // Waited for, so that the row is gone before the focus is given back.
      await queries.invalidateQueries({ queryKey: queryKeys.applications() });
    }
  };
  const resets = asked?.act === "reset";
  return {
    asks: asked !== null,
    askReset: (application) => setAsked({ act: "reset", application }),
    askDelete: (application) => setAsked({ act: "delete", application }),
    question: (
      <ConfirmDialog
        open={asked !== null}
        danger
        title={t(resets ? "applications.resetTitle" : "applications.deleteTitle", { name })}
        text={t(resets ? "applications.resetText" : "applications.deleteText")}
        confirmLabel={t(resets ? "applications.resetSecret" : "ui.delete")}
        onClose={() => setAsked(null)}
        onConfirm={act}
      />
    ),
  };
}
