import { type ReactNode, useState } from "react";
import type { ConfirmQuestion } from "./confirm_box.tsx";
import { lazyDialog } from "../feedback/lazy.tsx";

/** Asks before an action that cannot be undone; stays open with a spinner until `onConfirm` settles. */
export const ConfirmDialog = lazyDialog(() => import("./confirm_box.tsx"), { texts: "start" });

type Question = Omit<ConfirmQuestion, "onClose">;

/** Returns a function that asks before an action, and the confirmation to render. */
export function useConfirm(): { ask: (question: Question) => void; question: ReactNode } {
  const [asked, ask] = useState<Question | null>(null);
  return { ask, question: asked && <ConfirmDialog {...asked} onClose={() => ask(null)} /> };
}
