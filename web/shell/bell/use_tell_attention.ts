import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import type { ToastTone } from "../../ui/toast_store.ts";
import { useToast } from "../../ui/use_toast.tsx";
import type { Tone } from "../../ui/tones.ts";
import { useWords } from "../../words/use_words.tsx";
import type { AttentionItem } from "./attention.ts";
import { lookOf } from "./attention_look.ts";

/** More at once are told as one. */
const mostTold = 2;

const toastTones: Partial<Record<Tone, ToastTone>> = { accent: "info", warning: "warning" };

/** Tells of what is new since the page was opened; what was there before only shows at the bell. */
export function useTellAttention(items: readonly AttentionItem[], ready: boolean, onShow: () => void): void {
  const words = useWords();
  const toast = useToast();
  const [, navigate] = useLocation();
  const known = useRef<Set<string>>(null);
  const tell = (fresh: readonly AttentionItem[]) => {
    const { t } = words;
    const label = t("notifications.bellShow");
    if (fresh.length > mostTold) {
      const title = t("notifications.bellSeveral", { count: fresh.length });
      return toast.notify("warning", title, undefined, { label, onSelect: onShow });
    }
    for (const item of fresh) {
      // What happened just now is one thing, whatever happened before.
      const { title, tone, href } = lookOf({ ...item, count: 1 }, words);
      toast.notify(toastTones[tone] ?? "danger", title, undefined, { label, onSelect: () => navigate(href) });
    }
  };
  const latest = useRef(tell);
  latest.current = tell;
  useEffect(() => {
    if (!ready) return;
    const before = known.current;
    known.current = new Set([...before ?? [], ...items.map(({ key }) => key)]);
    if (before) latest.current(items.filter(({ key, isNew }) => isNew && !before.has(key)));
  }, [items, ready]);
}
