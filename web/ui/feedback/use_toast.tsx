import { createContext, type ReactNode, useContext, useMemo } from "react";
import { ApiProblem, isSignedOut } from "../../api/api_problem.ts";
import type { ToastAction, ToastStore, ToastTone } from "./toast_store.ts";

const ToastContext = createContext<ToastStore | null>(null);

/** Provides the toast store to its children. */
export function ToastProvider({ store, children }: { store: ToastStore; children: ReactNode }) {
  return <ToastContext value={store}>{children}</ToastContext>;
}

/** Functions that show toasts to the user. */
export interface Toasts {
  /** Shows one line at the top for 3 s: `message("success", t("ui.saved"))`. */
  message(tone: ToastTone, title: string, action?: ToastAction): void;
  /** Shows a title and a text at the top right for 4.5 s. */
  notify(tone: ToastTone, title: string, text?: string, action?: ToastAction): void;
  /** Reports a failed request with the server's message; a lost session is reported elsewhere. */
  problem(error: unknown): void;
}

/** Creates the toast functions for a store. */
export function createToasts(store: ToastStore): Toasts {
  return {
    message: (tone, title, action) => void store.add("message", { tone, title, action }),
    notify: (tone, title, text, action) => void store.add("notification", { tone, title, text, action }),
    problem: (error) => {
      if (isSignedOut(error) || (error instanceof DOMException && error.name === "AbortError")) return;
      const known = error instanceof ApiProblem;
      // The user was just asked to re-authenticate and knows that it did not work.
      if (known && error.code === "step_up_required") return;
      const [title, text] = known ? [error.title, error.detail] : [String(error), undefined];
      store.add("notification", { tone: "danger", title, text });
    },
  };
}

/** Returns the functions that show toasts. */
export function useToast(): Toasts {
  const store = useToastStore();
  return useMemo(() => createToasts(store), [store]);
}

/** Returns the store itself, for the regions that render it. */
export function useToastStore(): ToastStore {
  const store = useContext(ToastContext);
  if (!store) throw new Error("useToast outside of ToastProvider");
  return store;
}
