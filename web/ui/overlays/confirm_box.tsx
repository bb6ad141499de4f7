import * as Radix from "@radix-ui/react-alert-dialog";
import { useRef, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../inputs/button.tsx";
import type { ConfirmQuestion } from "./confirm_question.ts";
import { useFocusBack } from "./focus_back.tsx";

/** The question itself; ConfirmDialog loads it the first time it is needed. */
export default function ConfirmBox(
  { title, text, confirmLabel, cancelLabel, danger = false, onConfirm, onClose, focusAfter }: ConfirmQuestion,
) {
  const { t } = useMessages();
  const [busy, setBusy] = useState(false);
  const giveBack = useFocusBack(true);
  // A ref, not state: nothing renders again after the confirmation.
  const confirmed = useRef(false);
  const giveFocus = (event: Event) => {
    if (!confirmed.current || !focusAfter) return giveBack(event);
    event.preventDefault();
    focusAfter();
  };
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      confirmed.current = true;
      onClose();
    } catch {
      // the caller reports the error; the dialog stays open for another attempt
    } finally {
      setBusy(false);
    }
  };
  return (
    <Radix.Root open onOpenChange={(next) => !next && !busy && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          onCloseAutoFocus={giveFocus}
          className="fixed top-1/2 left-1/2 z-50 w-[min(420px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 animate-rise rounded-lg bg-raised p-5 shadow-float focus:outline-none"
        >
          <Radix.Title className="text-lg font-semibold break-words">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="mt-1.5 text-base break-words text-muted">{text}</div>
          </Radix.Description>
          <div className="mt-5 flex justify-end gap-2">
            <Radix.Cancel asChild>
              <Button disabled={busy}>{cancelLabel ?? t("ui.cancel")}</Button>
            </Radix.Cancel>
            <Button variant={danger ? "danger" : "primary"} loading={busy} onClick={() => void confirm()}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
