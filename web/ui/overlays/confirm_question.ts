import type { ReactNode } from "react";

export interface ConfirmQuestion {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  /** Closes the dialog when it resolves; a rejection keeps it open. */
  onConfirm: () => Promise<unknown> | void;
  onClose: () => void;
  /** Sets the focus after confirmation; by default it returns to the previously focused element. */
  focusAfter?: (() => void) | undefined;
}
