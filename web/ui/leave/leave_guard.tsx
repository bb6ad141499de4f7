import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import { type BrowserLocationHook, useBrowserLocation } from "wouter/use-browser-location";
import { useMessages } from "../../messages/use_messages.tsx";
import { BackLayerContext } from "../overlays/back_layer.ts";
import { ConfirmDialog } from "../overlays/confirm_dialog.tsx";
import type { LeaveGuards, LeaveQuestion, StaysAt } from "./leave_guards.ts";

const GuardContext = createContext<LeaveGuards | null>(null);
const StaysAtContext = createContext<StaysAt | undefined>(undefined);

/** Provides the guards of the page to its children; wrap it around the router. */
export function LeaveGuardProvider({ guards, children }: { guards: LeaveGuards; children: ReactNode }) {
  return <GuardContext value={guards}>{children}</GuardContext>;
}

/** Names the URLs where its children stay mounted, so that unsaved changes in them need no confirmation. */
export function LeaveScope({ staysAt, children }: { staysAt: StaysAt; children: ReactNode }) {
  return <StaysAtContext value={staysAt}>{children}</StaysAtContext>;
}

export function useGuards(): LeaveGuards {
  const guards = useContext(GuardContext);
  if (!guards) throw new Error("leave guard outside of LeaveGuardProvider");
  return guards;
}

/** The router's location hook; its navigation asks the guards first. */
export const useGuardedLocation: BrowserLocationHook = (options) => {
  const guards = useGuards();
  const [path, go] = useBrowserLocation(options);
  const navigate: typeof go = useCallback(
    (to, how) => guards.leave(() => go(to, how), String(to)),
    [guards, go],
  );
  return [path, navigate];
};

/**
 * Asks before leaving the page while `dirty`, about unsaved changes unless there is a question of its own; the returned function
 * removes the guard at once, for use after a save.
 */
export function useLeaveGuard(dirty: boolean, { title, text }: Partial<LeaveQuestion> = {}): () => void {
  const guards = useGuards();
  const staysAt = useContext(StaysAtContext);
  const release = useRef<() => void>(() => {});
  useEffect(() => {
    if (!dirty) return;
    release.current = guards.add(staysAt, title && text ? { title, text } : null);
    return () => release.current();
  }, [dirty, guards, staysAt, title, text]);
  return useCallback(() => release.current(), []);
}

/** Makes Back close the dialogs in it, which have no URL of their own, instead of leaving the page below them. */
export function BackCloses({ children }: { children: ReactNode }) {
  const guards = useGuards();
  return <BackLayerContext value={guards.addLayer}>{children}</BackLayerContext>;
}

/** Shows the confirmation when one is pending; mount it once inside the router. */
export function LeaveGuardHost() {
  const { t } = useMessages();
  const guards = useGuards();
  const pending = useSyncExternalStore(guards.onPending, guards.pending);
  return pending !== null && (
    <ConfirmDialog
      title={pending.question?.title ?? t("app.leaveTitle")}
      text={pending.question?.text ?? t("app.leaveQuestion")}
      confirmLabel={t("app.leave")}
      cancelLabel={t("app.stay")}
      danger
      onConfirm={() => guards.decide(true)}
      onClose={() => guards.decide(false)}
    />
  );
}

/**
 * Returns a function that closes an overlay and asks first while `dirty`, and one that closes it without asking, for
 * use after a save.
 */
export function useGuardedClose(dirty: boolean, onClose: () => void): [ask: () => void, close: () => void] {
  const guards = useGuards();
  const release = useLeaveGuard(dirty);
  const close = () => {
    release();
    onClose();
  };
  return [() => dirty ? guards.askToClose(close) : onClose(), close];
}
