import * as Radix from "@radix-ui/react-alert-dialog";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { ApiProblem } from "../../api/api_problem.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useToast } from "../feedback/use_toast.tsx";
import { Button } from "../buttons/button.tsx";
import { useFocusBack } from "./focus_back.tsx";

/** Renders the confirmation; ConfirmDialog loads it when it is first needed. */
export default function ConfirmBox(
  { title, text, confirmLabel, cancelLabel, danger = false, onConfirm, onClose, focusAfter }: ConfirmQuestion,
) {
  const { t } = useMessages();
  const toast = useToast();
  const giveBack = useFocusBack();
  // A ref, not state: nothing renders again after the confirmation.
  const confirmed = useRef(false);
  const giveFocus = (event: Event) => {
    if (!confirmed.current || !focusAfter) return giveBack(event);
    event.preventDefault();
    focusAfter();
  };
  const { mutate: confirm, isPending: busy } = useMutation({
    mutationFn: async () => await onConfirm(),
    onSuccess() {
      confirmed.current = true;
      onClose();
    },
    onError(error) {
      // The dialog stays open for another attempt. Other errors are those the caller has reported.
      if (error instanceof ApiProblem) toast.problem(error);
    },
  });
  return (
    <Radix.Root open onOpenChange={(next) => !next && !busy && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          onCloseAutoFocus={giveFocus}
          className="fixed inset-x-0 bottom-0 z-50 max-h-dvh animate-rise overflow-y-auto rounded-t-xl bg-raised p-5 shadow-float focus:outline-none max-sm:pb-[max(20px,env(safe-area-inset-bottom))] sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[420px] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl"
        >
          <Radix.Title className="text-lg font-semibold break-words">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="mt-1.5 text-base break-words text-muted">{text}</div>
          </Radix.Description>
          <div className="mt-5 flex justify-end gap-2 max-sm:*:flex-1">
            <Radix.Cancel asChild>
              <Button disabled={busy}>{cancelLabel ?? t("ui.cancel")}</Button>
            </Radix.Cancel>
            <Button variant={danger ? "danger" : "primary"} loading={busy} onClick={() => confirm()}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export interface ConfirmQuestion {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  /** Closes the dialog when it resolves; a rejection keeps it open, and a failed request is reported. */
  onConfirm: () => Promise<unknown> | void;
  onClose: () => void;
  /** Sets the focus after confirmation; by default it returns to the previously focused element. */
  focusAfter?: (() => void) | undefined;
}
