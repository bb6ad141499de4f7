// The steps that every import has: its source, and a preview of the result. A feature adds its fields and texts.

import type { ReactNode } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";

interface StepProps {
  title: string;
  busy: boolean;
  /** Why the last request failed, unless a field shows it. */
  problem: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

export function SourceStep(
  { title, busy, problem, complete, onNext, onClose, children }: StepProps & {
    complete: boolean;
    onNext: () => void;
  },
) {
  const { t } = useMessages();
  return (
    <Dialog
      size="wide"
      title={title}
      onClose={onClose}
      onSubmit={() => complete && !busy && onNext()}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy} disabled={!complete}>
            {t("imports.preview")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
        {children}
      </div>
    </Dialog>
  );
}

/** Renders the second step: what would be imported, or `empty` when there is nothing. */
export function PreviewStep(
  { title, busy, problem, summary, empty, submitLabel, count, onImport, onBack, onClose, children }:
    & StepProps
    & {
      summary: string;
      empty: ReactNode;
      submitLabel: string;
      count: number;
      onImport: () => void;
      onBack: () => void;
    },
) {
  const { t } = useMessages();
  return (
    <Dialog
      size="wide"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onBack} disabled={busy} className="me-auto">{t("ui.back")}</Button>
          <Button variant="primary" loading={busy} disabled={count === 0} onClick={onImport}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {empty || (
        <div className="flex flex-col gap-4">
          {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
          <p ref={takeFocus} tabIndex={-1} className="text-sm text-muted outline-none">{summary}</p>
          {children}
        </div>
      )}
    </Dialog>
  );
}

// The focused button of the previous step is gone, so the focus moves here.
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
