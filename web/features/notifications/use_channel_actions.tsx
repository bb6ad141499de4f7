import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Channel, ChannelPatch, TestResult } from "../../../server/contract/notifications.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm_dialog.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

/** A service may take its time, and the panel waits for half a minute. */
const testTimeoutMs = 45_000;

export interface ChannelActions {
  /** Ids of channels that something is being done with. */
  busy: ReadonlySet<number>;
  enable(channel: Channel, enabled: boolean): Promise<void>;
  makeDefault(channel: Channel): Promise<void>;
  test(channel: Channel): Promise<void>;
  askDelete(channel: Channel): void;
  /** The question, to be drawn by whoever asks. */
  question: ReactNode;
}

/** Gives what can be done with a channel in the list. */
export function useChannelActions(): ChannelActions {
  const { t } = useMessages();
  const api = useApi();
  const toast = useToast();
  const { busy, guarded } = useGuard();
  const [asked, setAsked] = useState<Channel | null>(null);
  const name = asked?.name ?? "";
  const change = ({ id }: Channel, patch: ChannelPatch) =>
    guarded(id, () => api.patch<Channel>(`/notifications/${id}`, patch));
  const remove = async () => {
    if (!asked) return;
    if (!await guarded(asked.id, () => api.delete(`/notifications/${asked.id}`))) {
      throw new Error("it was told");
    }
    toast.message("success", t("notifications.channelDeleted", { name }));
  };
  return {
    busy,
    async enable(channel, enabled) {
      if (!await change(channel, { enabled })) return;
      const output = enabled ? "notifications.channelOpened" : "notifications.channelClosed";
      toast.message("success", t(output, { name: channel.name }));
    },
    async makeDefault(channel) {
      if (!await change(channel, { isDefault: true })) return;
      toast.message("success", t("notifications.nowDefault", { name: channel.name }));
    },
    async test({ id, name }) {
      await guarded(id, async () => {
        const options = { timeoutMs: testTimeoutMs };
        const { ok, answer: result } = await api.post<TestResult>(
          `/notifications/${id}/test`,
          undefined,
          options,
        );
        const output = result === "" ? name : `${name}: ${result}`;
        const title = t(ok ? "notifications.testSent" : "notifications.testFailed");
        toast.notify(ok ? "success" : "danger", title, output);
      });
    },
    askDelete: setAsked,
    question: (
      <ConfirmDialog
        open={asked !== null}
        danger
        title={t("notifications.deleteChannel", { name })}
        text={t("notifications.deleteChannelText")}
        confirmLabel={t("ui.delete")}
        onClose={() => setAsked(null)}
        onConfirm={remove}
      />
    ),
  };
}

/** Does one thing at a time with each channel; a fault is told and answered with false. */
function useGuard() {
  const queries = useQueryClient();
  const toast = useToast();
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const guarded = async (id: number, run: () => Promise<unknown>): Promise<boolean> => {
    setBusy((ids) => new Set([...ids, id]));
    try {
      await run();
      return true;
    } catch (error) {
      toast.problem(error);
      return false;
    } finally {
      setBusy((ids) => new Set([...ids].filter((one) => one !== id)));
      void queries.invalidateQueries({ queryKey: queryKeys.notifications() });
    }
  };
  return { busy, guarded };
}
