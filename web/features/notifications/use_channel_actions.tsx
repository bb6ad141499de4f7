import { useState } from "react";
import type { ChannelPatch, TestResult } from "../../../server/contract/notifications.ts";
import { browserChannelType } from "../../../server/contract/limits/notifications.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import type { AnyChannel } from "../../shared/channel/channel_values.ts";
import type { ChannelsPath } from "../../shared/channel/use_channel_form.ts";
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
export function useChannelActions(path: ChannelsPath = "/notifications") {
  const { t } = useMessages();
  const api = useApi();
  const toast = useToast();
  const { busy, mutate, mutateAsync } = useChannelRequest();
  const { ask, question } = useConfirm();
  const change = ({ id, name }: AnyChannel, patch: ChannelPatch, done: MessageKey) =>
    mutate({
      id,
      async run() {
        await api.patch<AnyChannel>(`${path}/${id}`, patch);
        toast.message("success", t(done, { name }));
      },
    });
  const test = async ({ id, name }: AnyChannel) => {
    const address = `${path}/${id}/test`;
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
  const remove = async (channel: AnyChannel) => {
    const { id, name } = channel;
    await api.delete(`${path}/${id}`);
    // Without the channel nothing is sent, so a failure changes nothing.
    await unsubscribeFrom(channel).catch(() => {});
    // A browser has ended its subscription, so a restored channel would reach nobody.
    const undo = channel.type !== browserChannelType && {
      label: t("ui.undo"),
      onSelect: () => mutate({ id, run: () => restore(channel) }),
    };
    toast.message("success", t("notifications.channelDeleted", { name }), undo || undefined);
  };
  const restore = async ({ id, name }: AnyChannel) => {
    await api.post<AnyChannel>(`${path}/${id}/restore`);
    toast.message("success", t("notifications.channelRestored", { name }));
  };
  return {
    busy,
    enable: (channel: AnyChannel, enabled: boolean) =>
      change(channel, { enabled }, enabled ? "notifications.channelOpened" : "notifications.channelClosed"),
    makeDefault: (channel: AnyChannel) => change(channel, { isDefault: true }, "notifications.nowDefault"),
    test: (channel: AnyChannel) => mutate({ id: channel.id, run: () => test(channel) }),
    askDelete: (channel: AnyChannel) =>
      ask({
        danger: true,
        title: t("notifications.deleteChannel", { name: channel.name }),
        text: t(
          path === "/notifications" ? "notifications.deleteChannelText" : "notifications.deleteOwnText",
        ),
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
