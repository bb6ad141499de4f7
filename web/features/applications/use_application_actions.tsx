import { type ReactNode, useState } from "react";
import type { Application, ApplicationWithSecret } from "../../../server/contract/applications.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm_dialog.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useChange } from "../../shared/actions/use_action.ts";

export interface ApplicationActions {
  askEnable(application: Application): void;
  askReset(application: Application): void;
  askDelete(application: Application): void;
  /** Whether a confirmation is open. */
  asks: boolean;
  /** The confirmation dialog, for the caller to render. */
  question: ReactNode;
}

interface Question {
  act: "enable" | "reset" | "delete";
  application: Application;
}

/** Messages of each confirmation and its result. */
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

/** Returns the actions on an application; each asks for confirmation. `onReset` receives the new secret. */
export function useApplicationActions(onReset: (made: ApplicationWithSecret) => void): ApplicationActions {
  const { t } = useMessages();
  const api = useApi();
  const [asked, setAsked] = useState<Question | null>(null);
  const name = asked?.application.name ?? "";
  const change = useChange({
    send: async ({ act, application: { id } }: Question) => {
      if (act === "reset") onReset(await api.post<ApplicationWithSecret>(`/applications/${id}/secret`));
      else if (act === "enable") await api.post(`/applications/${id}/enable`);
      else await api.delete(`/applications/${id}`);
    },
    invalidates: [queryKeys.applications()],
    waits: true,
    done: (_result, { act, application: { name } }) => t(messagesOf[act].done, { name }),
  });
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
        onConfirm={() => asked ? change.mutateAsync(asked) : undefined}
      />
    ),
  };
}
