import { lazy, type ReactNode, Suspense } from "react";

const ConfirmBox = lazy(() => import("./confirm_box.tsx"));

export interface ConfirmQuestion {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  /** Closes the dialog when it resolves; a rejection leaves it open. */
  onConfirm: () => Promise<unknown> | void;
  onClose: () => void;
  /** Gives the focus to something once it was confirmed; to what had it before, unless told. */
  focusAfter?: (() => void) | undefined;
}

/** Asks before something that cannot be undone; stays open with a spinner until `onConfirm` has settled. */
export function ConfirmDialog({ open, ...question }: ConfirmQuestion & { open: boolean }) {
  if (!open) return null;
  return (
    <Suspense>
      <ConfirmBox {...question} />
    </Suspense>
  );
}
