import { useState } from "react";
import { useApi } from "../../api/use_api.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm_dialog.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useShutdownNotice } from "./progress/use_shutdown_notice.ts";

/** Gives the way to restart the panel: asks, then leads to the page that counts down until it is back. */
export function useRestart() {
  const { t } = useMessages();
  const api = useApi();
  const toast = useToast();
  const shutdownNotice = useShutdownNotice("restart");
  const [asks, setAsks] = useState(false);
  const restart = async () => {
    try {
      await shutdownNotice(() => api.post("/system/restart"));
    } catch (error) {
      toast.problem(error);
      throw error;
    }
  };
  const question = (
    <ConfirmDialog
      open={asks}
      title={t("about.restartTitle")}
      text={t("about.restartText")}
      confirmLabel={t("about.restart")}
      onConfirm={restart}
      onClose={() => setAsks(false)}
    />
  );
  return { ask: () => setAsks(true), question };
}
