import type { ReactNode } from "react";

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
