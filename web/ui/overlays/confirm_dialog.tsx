import { Suspense } from "react";
import type { ConfirmQuestion } from "./confirm_question.ts";
import { lazyDialog } from "../feedback/lazy.tsx";

const ConfirmBox = lazyDialog(() => import("./confirm_box.tsx"), { texts: "start" });

/** Asks before an action that cannot be undone; stays open with a spinner until `onConfirm` settles. */
export function ConfirmDialog({ open, ...question }: ConfirmQuestion & { open: boolean }) {
  if (!open) return null;
  return (
    <Suspense>
      <ConfirmBox {...question} />
    </Suspense>
  );
}
