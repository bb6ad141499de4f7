import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import type { Subscription, SubscriptionAction } from "../../../../server/contract/subscriptions.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useStartPreview, useSubscriptionBatch } from "../api.ts";
import type { SubscriptionLinks } from "../url_state.ts";
import { lazyDialog } from "../../../ui/feedback/lazy.tsx";
import { useMay } from "../../../api/use_permissions.ts";

const DeleteDialog = lazyDialog(() => import("./delete_dialog.tsx"));

/** Actions on subscriptions. The functions are stable. */
export interface SubscriptionActions {
  links: SubscriptionLinks;
  /** Whether the person may change and pull subscriptions. */
  mayWrite: boolean;
  /** Changes subscriptions and reports the result; never rejects. */
  perform(action: SubscriptionAction, subscriptions: readonly Subscription[]): Promise<void>;
  /** Asks for confirmation and what to delete along, then deletes. */
  askDelete(subscriptions: readonly Subscription[]): void;
  preview(subscription: Subscription): Promise<void>;
}

const ActionsContext = createContext<SubscriptionActions | null>(null);

export function useSubscriptionActions(): SubscriptionActions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("useSubscriptionActions outside of SubscriptionActionsProvider");
  return actions;
}

/** Provides the actions on subscriptions to its children, and renders their dialogs. */
export function SubscriptionActionsProvider(
  { links, children }: { links: SubscriptionLinks; children: ReactNode },
) {
  const [doomed, setDoomed] = useState<readonly Subscription[] | null>(null);
  const { perform } = useSubscriptionBatch();
  const preview = usePreview(links);
  const mayWrite = useMay("subscriptions:write");
  const value = useMemo(
    () => ({ links, mayWrite, perform, preview, askDelete: setDoomed }),
    [links, mayWrite, perform, preview],
  );
  return (
    <ActionsContext value={value}>
      {children}
      {doomed && <DeleteDialog subscriptions={doomed} onClose={() => setDoomed(null)} />}
    </ActionsContext>
  );
}

function usePreview(links: SubscriptionLinks): SubscriptionActions["preview"] {
  const start = useStartPreview();
  const { problem } = useToast();
  return useCallback(async ({ id }) => {
    await start({ id }).then((run) => links.preview(id, run), problem);
  }, [start, links, problem]);
}
