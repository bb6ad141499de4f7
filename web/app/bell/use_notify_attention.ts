import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import type { ToastTone } from "../../ui/feedback/toast_store.ts";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import type { Tone } from "../../ui/tones.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import type { AttentionItem } from "./attention.ts";
import { styleOf } from "./attention_style.ts";

/** More at once are told as one. */
const maxNotified = 2;

const toastTones: Partial<Record<Tone, ToastTone>> = { accent: "info", warning: "warning" };

/** Tells of what is new since the page was opened; what was there before only shows at the bell. */
export function useNotifyAttention(
  items: readonly AttentionItem[],
  ready: boolean,
  onShow: () => void,
): void {
  const messages = useMessages();
  const toast = useToast();
  const [, navigate] = useLocation();
  const known = useRef<Set<string>>(null);
  const notify = (fresh: readonly AttentionItem[]) => {
    const { t } = messages;
    const label = t("notifications.bellShow");
    if (fresh.length > maxNotified) {
      const title = t("notifications.bellSeveral", { count: fresh.length });
      return toast.notify("warning", title, undefined, { label, onSelect: onShow });
    }
    for (const item of fresh) {
      // What happened just now is one thing, whatever happened before.
      const { title, tone, href } = styleOf({ ...item, count: 1 }, messages);
      toast.notify(toastTones[tone] ?? "danger", title, undefined, { label, onSelect: () => navigate(href) });
    }
  };
  const latest = useRef(notify);
  latest.current = notify;
  useEffect(() => {
    if (!ready) return;
    const before = known.current;
    known.current = new Set([...before ?? [], ...items.map(({ key }) => key)]);
    if (before) latest.current(items.filter(({ key, isNew }) => isNew && !before.has(key)));
  }, [items, ready]);
}
