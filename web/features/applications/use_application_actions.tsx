import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Application, ApplicationWithSecret } from "../../../server/contract/applications.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm_dialog.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

export interface ApplicationActions {
  askEnable(application: Application): void;
  askReset(application: Application): void;
  askDelete(application: Application): void;
  /** Whether the question is open. */
  asks: boolean;
  /** The question, to be drawn by whoever asks. */
  question: ReactNode;
}

type Action = "enable" | "reset" | "delete";

/** What each act asks, and what it says afterwards. */
const messagesOf = {
  enable: {
    title: "applications.enableTitle",
    text: "applications.enableText",
    label: "applications.enable",
    done: "applications.enabled",
  },
  reset: {
    title: "applications.resetTitle",
    text: "applications.resetText",
    label: "applications.resetSecret",
    done: "applications.reset",
  },
  delete: {
    title: "applications.deleteTitle",
    text: "applications.deleteText",
    label: "ui.delete",
    done: "applications.deleted",
  },
} as const;

/** Gives what is done with one application of the list; each asks before. `onReset` gets the new secret. */
export function useApplicationActions(onReset: (made: ApplicationWithSecret) => void): ApplicationActions {
  const { t } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const [asked, setAsked] = useState<{ act: Action; application: Application } | null>(null);
  const name = asked?.application.name ?? "";
  const action = async () => {
    if (!asked) return;
    const { id } = asked.application;
    try {
      if (asked.act === "reset") onReset(await api.post<ApplicationWithSecret>(`/applications/${id}/secret`));
      else if (asked.act === "enable") await api.post(`/applications/${id}/enable`);
      else await api.delete(`/applications/${id}`);
      toast.message("success", t(messagesOf[asked.act].done, { name }));
    } catch (error) {
      toast.problem(error);
      throw error;
    } finally {
      // Waited for, so that the row is gone before the focus is given back.
      await queries.invalidateQueries({ queryKey: queryKeys.applications() });
    }
  };
  const messages = messagesOf[asked?.act ?? "delete"];
  return {
    asks: asked !== null,
    askEnable: (application) => setAsked({ act: "enable", application }),
    askReset: (application) => setAsked({ act: "reset", application }),
    askDelete: (application) => setAsked({ act: "delete", application }),
    question: (
      <ConfirmDialog
        open={asked !== null}
        danger={asked?.act !== "enable"}
        title={t(messages.title, { name })}
        text={t(messages.text)}
        confirmLabel={t(messages.label)}
        onClose={() => setAsked(null)}
        onConfirm={action}
      />
    ),
  };
}
