// Notifications of this browser: its subscription at its push service becomes a channel.
import { useQuery } from "@tanstack/react-query";
import { browserChannelType } from "../../../server/contract/limits/notifications.ts";
import type { ChannelInput } from "../../../server/contract/notifications.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useAction } from "../../shared/actions/use_action.ts";
import { type AnyChannel, freeName } from "../../shared/channel/channel_values.ts";
import type { ChannelsPath } from "../../shared/channel/use_channel_form.ts";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { basePath } from "../../paths.ts";
import { trimEnd } from "../../../server/contract/trim_end.ts";

/** Returns the channel of this browser, and how to add it; without `add`, this browser cannot get notifications. */
export function useThisBrowser(channels: readonly AnyChannel[], path: ChannelsPath = "/notifications") {
  const { t } = useMessages();
  const toast = useToast();
  // Not at the API: the browser knows whether it is subscribed.
  const { data: endpoint } = useQuery({
    queryKey: queryKeys.notifications("this-browser"),
    queryFn: async () => (await findSubscription())?.endpoint ?? null,
  });
  const { mutate, isPending } = useAction({
    async send(api) {
      if (await Notification.requestPermission() !== "granted") {
        toast.message("warning", t("notifications.browserBlocked"));
        return null;
      }
      const subscription = await subscribe().catch((error: unknown) => {
        // deno-lint-ignore no-console -- the browser's own words, which no text can replace
        console.warn(error);
        toast.message("danger", t("notifications.browserRefused"));
        return null;
      });
      if (!subscription) return null;
      const names = channels.map(({ name }) => name);
      const name = freeName(t("notifications.browserName", { system: systemName() }), names);
      const input: ChannelInput = { name, type: browserChannelType, fields: subscription.fields };
      try {
        const added = await api.post<AnyChannel>(path, input);
        toast.message("success", t("notifications.channelAdded", { name }));
        return added;
      } catch (error) {
        await subscription.cancel();
        throw error;
      }
    },
    invalidates: [queryKeys.notifications()],
  });
  const channel = channels.find(({ type, fields }) =>
    type === browserChannelType && endpoint && fields["webPushEndpoint"] === endpoint
  );
  return { channel, isPending, add: canSubscribe() ? () => mutate(undefined) : undefined };
}

/** Ends the subscription of this browser if a deleted channel used it. */
export async function unsubscribeFrom({ type, fields }: AnyChannel): Promise<void> {
  if (type !== browserChannelType) return;
  const subscription = await findSubscription();
  if (subscription && subscription.endpoint === fields["webPushEndpoint"]) await subscription.unsubscribe();
}

const systems = ["Android", "iPhone", "iPad", "Windows", "Mac", "CrOS", "Linux"];

/** Returns the system of this device, which distinguishes most of a person's browsers. */
function systemName(): string {
  return systems.find((name) => navigator.userAgent.includes(name)) ?? navigator.language;
}

function canSubscribe(): boolean {
  return "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
}

async function findSubscription(): Promise<PushSubscription | null> {
  if (!canSubscribe()) return null;
  const registration = await navigator.serviceWorker.getRegistration(`${basePath}/`);
  return await registration?.pushManager.getSubscription() ?? null;
}

/** Subscribes with a new signing key, because nothing can read the one of an earlier subscription. */
async function subscribe() {
  await (await findSubscription())?.unsubscribe();
  const { pushManager } = await navigator.serviceWorker.ready;
  const { publicKey, privateKey } = await crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    true,
    ["sign", "verify"],
  );
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true, // browsers allow nothing else
    applicationServerKey: await crypto.subtle.exportKey("raw", publicKey),
  });
  return {
    cancel: () => subscription.unsubscribe(),
    fields: {
      webPushEndpoint: subscription.endpoint,
      webPushPublicKey: base64Url(subscription.getKey("p256dh")),
      webPushAuth: base64Url(subscription.getKey("auth")),
      webPushSigningKey: base64Url(await crypto.subtle.exportKey("pkcs8", privateKey)),
      // Services reject addresses that only this machine knows.
      ...(location.protocol === "https:" && { webPushContact: location.origin }),
    },
  };
}

function base64Url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? []));
  return trimEnd(btoa(text), "=").replaceAll("+", "-").replaceAll("/", "_");
}
