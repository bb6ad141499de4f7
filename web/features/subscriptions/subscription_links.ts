import { useMemo } from "react";
import { useLocation } from "wouter";
import { paths } from "../../paths.ts";
import { readListState, writeListState } from "./list/list_address.ts";

/** Navigation between the list and its dialogs. */
export interface SubscriptionLinks {
  create(): void;
  edit(id: number): void;
  log(id: number, run?: number): void;
  preview(id: number, run: number): void;
  waiting(id: number): void;
  tasks(id: number): void;
  /** Closes the dialog: goes back to the list it was opened from, or to the list. */
  close(): void;
}

/** Returns functions to navigate; they are stable. */
export function useSubscriptionLinks(): SubscriptionLinks {
  const [, navigate] = useLocation();
  return useMemo(() => {
    const state = { background: "list" };
    const list = () => writeListState(readListState(location.search));
    return {
      create: () => navigate(paths.subscriptionForm(undefined, list()), { state }),
      edit: (id) => navigate(paths.subscriptionForm(id, list()), { state }),
      log: (id, run) => navigate(paths.subscriptionLog(id, run, list()), { state }),
      preview: (id, run) => navigate(paths.subscriptionPreview(id, run, list()), { state }),
      waiting: (id) => navigate(paths.subscriptionChanges(id, list()), { state }),
      tasks: (id) => navigate(paths.tasks({ subscription: id })),
      close: () => {
        // This state marks that the previous history entry is the list.
        if (history.state?.background) history.back();
        else navigate(paths.subscriptions(list()), { replace: true });
      },
    };
  }, [navigate]);
}
