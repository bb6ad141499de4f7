import { useState } from "react";
import type { Channel, ChannelPatch, TestResult } from "../../../server/contract/notifications.ts";
import { browserChannelType } from "../../../server/contract/limits/notifications.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";
import { useAction } from "../../shared/actions/use_action.ts";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import type { MessageKey } from "../../messages/messages.ts";
import { unsubscribeFrom } from "./this_browser.ts";
import { useMessages } from "../../messages/use_messages.tsx";

/** A service may be slow; the server waits for 30 s. */
const testTimeoutMs = 45_000;

export type ChannelActions = ReturnType<typeof useChannelActions>;

/** Returns the actions on a channel; the caller renders the question before one is deleted. */
export function useChannelActions() {
  const { t } = useMessages();
  const api = useApi();
  const toast = useToast();
  const { busy, mutate, mutateAsync } = useChannelRequest();
  const { ask, question } = useConfirm();
  const change = ({ id, name }: Channel, patch: ChannelPatch, done: MessageKey) =>
    mutate({
      id,
      async run() {
        await api.patch<Channel>(`/notifications/${id}`, patch);
        toast.message("success", t(done, { name }));
      },
    });
  const test = async ({ id, name }: Channel) => {
    const address = `/notifications/${id}/test`;
    const { ok, answer } = await api.post<TestResult>(address, undefined, {
      timeoutMs: testTimeoutMs,
    });
    const title = t(ok ? "notifications.testSent" : "notifications.testFailed");
    toast.notify(
      ok ? "success" : "danger",
      title,
      answer === "" ? name : t("ui.labelAndValue", { label: name, value: answer }),
    );
  };
  const remove = async (channel: Channel) => {
    const { id, name } = channel;
    await api.delete(`/notifications/${id}`);
    // Without the channel nothing is sent, so a failure changes nothing.
    await unsubscribeFrom(channel).catch(() => {});
    // A browser has ended its subscription, so a restored channel would reach nobody.
    const undo = channel.type !== browserChannelType && {
      label: t("ui.undo"),
      onSelect: () => mutate({ id, run: () => restore(channel) }),
    };
    toast.message("success", t("notifications.channelDeleted", { name }), undo || undefined);
  };
  const restore = async ({ id, name }: Channel) => {
    await api.post<Channel>(`/notifications/${id}/restore`);
    toast.message("success", t("notifications.channelRestored", { name }));
  };
  return {
    busy,
    enable: (channel: Channel, enabled: boolean) =>
      change(channel, { enabled }, enabled ? "notifications.channelOpened" : "notifications.channelClosed"),
    makeDefault: (channel: Channel) => change(channel, { isDefault: true }, "notifications.nowDefault"),
    test: (channel: Channel) => mutate({ id: channel.id, run: () => test(channel) }),
    askDelete: (channel: Channel) =>
      ask({
        danger: true,
        title: t("notifications.deleteChannel", { name: channel.name }),
        text: t("notifications.deleteChannelText"),
        confirmLabel: t("ui.delete"),
        onConfirm: () => mutateAsync({ id: channel.id, run: () => remove(channel) }),
      }),
    question,
  };
}

/** Returns a mutation of one channel, and the ids of the channels whose requests are running. */
function useChannelRequest() {
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const { mutate, mutateAsync } = useAction({
    async send(_api, { id, run }: { id: number; run: () => Promise<void> }) {
      setBusy((ids) => new Set([...ids, id]));
      await run().finally(() => setBusy((ids) => new Set([...ids].filter((one) => one !== id))));
    },
    invalidates: [queryKeys.notifications()],
  });
  return { busy, mutate, mutateAsync };
}
