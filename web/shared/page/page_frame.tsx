import { type ReactNode, Suspense, useEffect } from "react";
import { BrokenPage, ErrorBoundary } from "../../ui/feedback/error_boundary.tsx";
import { Spinner } from "../../ui/buttons/spinner.tsx";
import { useDelayed } from "../../ui/feedback/use_delayed.ts";
import { useMessages } from "../../messages/use_messages.tsx";

/** Waits for a page's code and catches its errors. */
export function PageFrame(
  { resetKey, onDrawn, children }: { resetKey: unknown; onDrawn?: () => void; children: ReactNode },
) {
  return (
    <ErrorBoundary resetKey={resetKey} fallback={({ error }) => <BrokenPage error={error} />}>
      <Suspense fallback={<Waiting />}>
        {children}
        {onDrawn && <Drawn onDrawn={onDrawn} />}
      </Suspense>
    </ErrorBoundary>
  );
}

/** Calls back once rendered. A sibling of the page, so that its effect runs along with the page's effects. */
function Drawn({ onDrawn }: { onDrawn: () => void }) {
  useEffect(onDrawn, [onDrawn]);
  return null;
}

/** Renders a large, centered spinner after 150 ms. */
export function Waiting({ text }: { text?: string }) {
  const { t } = useMessages();
  if (!useDelayed(true)) return null;
  return (
    <div className="flex min-h-64 flex-1 flex-col items-center justify-center gap-3 text-muted">
      <Spinner size="large" label={t("ui.loading")} />
      {text && <p className="text-sm">{text}</p>}
    </div>
  );
}
