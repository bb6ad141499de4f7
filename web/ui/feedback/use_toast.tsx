import { createContext, type ReactNode, useContext, useMemo } from "react";
import { ApiProblem, isSignedOut } from "../../api/api_problem.ts";
import type { ToastAction, ToastStore, ToastTone } from "./toast_store.ts";

const ToastContext = createContext<ToastStore | null>(null);

/** Hands the place for messages to everything below. */
export function ToastProvider({ store, children }: { store: ToastStore; children: ReactNode }) {
  return <ToastContext value={store}>{children}</ToastContext>;
}

/** Ways to tell the person something that needs no answer. */
export interface Toasts {
  /** Says one line at the top, for 3 s: `message("success", t("ui.saved"))`. */
  message(tone: ToastTone, title: string, action?: ToastAction): void;
  /** Says a title and a text at the top right, for 4.5 s. */
  notify(tone: ToastTone, title: string, text?: string, action?: ToastAction): void;
  /** Tells of a request that failed, in the panel's words; a lost session is told elsewhere. */
  problem(error: unknown): void;
}

/** Makes the ways to tell from a store. */
export function createToasts(store: ToastStore): Toasts {
  return {
    message: (tone, title, action) => void store.add("message", { tone, title, action }),
    notify: (tone, title, text, action) => void store.add("notification", { tone, title, text, action }),
    problem: (error) => {
      if (isSignedOut(error) || (error instanceof DOMException && error.name === "AbortError")) return;
      const known = error instanceof ApiProblem;
      // Whoever was asked who they are and turned away knows that.
      if (known && error.code === "step_up_required") return;
      const [title, text] = known ? [error.title, error.detail] : [String(error), undefined];
      store.add("notification", { tone: "danger", title, text });
    },
  };
}

/** Gives the ways to tell the person something. */
export function useToast(): Toasts {
  const store = useToastStore();
  return useMemo(() => createToasts(store), [store]);
}

/** Gives the store itself, for the regions that draw it. */
export function useToastStore(): ToastStore {
  const store = useContext(ToastContext);
  if (!store) throw new Error("useToast outside of ToastProvider");
  return store;
}
