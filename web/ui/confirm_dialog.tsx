import { lazy, Suspense } from "react";
import type { ConfirmQuestion } from "./confirm_question.ts";

const ConfirmBox = lazy(() => import("./confirm_box.tsx"));

/** Asks before something that cannot be undone; stays open with a spinner until `onConfirm` has settled. */
export function ConfirmDialog({ open, ...question }: ConfirmQuestion & { open: boolean }) {
  if (!open) return null;
  return (
    <Suspense>
      <ConfirmBox {...question} />
    </Suspense>
  );
}
