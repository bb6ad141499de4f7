import { type ReactNode, Suspense } from "react";
import { Spinner } from "../ui/spinner.tsx";
import { useDelayed } from "../ui/use_delayed.ts";
import { useWords } from "../words/use_words.tsx";
import { ErrorBoundary } from "./error_boundary.tsx";

/** Waits for a page's code and catches what breaks in it. */
export function PageFrame({ resetKey, children }: { resetKey: unknown; children: ReactNode }) {
  return (
    <ErrorBoundary resetKey={resetKey}>
      <Suspense fallback={<Waiting />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** A large spinner in the middle, after 150 ms. */
export function Waiting({ text }: { text?: string }) {
  const { t } = useWords();
  if (!useDelayed(true)) return null;
  return (
    <div className="flex min-h-64 flex-1 flex-col items-center justify-center gap-3 text-muted">
      <Spinner size="large" label={t("ui.loading")} />
      {text && <p className="text-sm">{text}</p>}
    </div>
  );
}
