import { createContext, type ReactNode, Suspense, useCallback, useContext, useMemo, useState } from "react";
import type { Subscription, SubscriptionAction } from "../../../../server/contract/subscriptions.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import type { SubscriptionLinks } from "../subscription_links.ts";
import { useSendAction } from "./use_send_action.ts";
import { useStartPreview } from "./use_start_preview.ts";
import { lazyDialog } from "../../../ui/feedback/lazy.tsx";

const DeleteDialog = lazyDialog(() => import("./delete_dialog.tsx"));

/** What can be done to subscriptions from any place that shows them; the functions stay the same while the page is shown. */
export interface SubscriptionActions {
  links: SubscriptionLinks;
  /** Does one thing to subscriptions and tells how it went; resolves in any case. */
  act(action: SubscriptionAction, subscriptions: readonly Subscription[]): Promise<void>;
  /** Asks first, and what goes with them, then deletes. */
  askDelete(subscriptions: readonly Subscription[]): void;
  /** Starts a preview and shows it. */
  preview(subscription: Subscription): Promise<void>;
}

const ActionsContext = createContext<SubscriptionActions | null>(null);

/** Gives what can be done to subscriptions. */
export function useSubscriptionActions(): SubscriptionActions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("useSubscriptionActions outside of SubscriptionActionsProvider");
  return actions;
}

/** Lets everything below act on subscriptions, and asks where there is something to ask. */
export function SubscriptionActionsProvider(
  { links, children }: { links: SubscriptionLinks; children: ReactNode },
) {
  const [doomed, setDoomed] = useState<readonly Subscription[] | null>(null);
  const action = useAction();
  const preview = usePreview(links);
  const value = useMemo(() => ({ links, act: action, preview, askDelete: setDoomed }), [
    links,
    action,
    preview,
  ]);
  return (
    <ActionsContext value={value}>
      {children}
      <Suspense>
        {doomed && <DeleteDialog subscriptions={doomed} onClose={() => setDoomed(null)} />}
      </Suspense>
    </ActionsContext>
  );
}

function useAction(): SubscriptionActions["act"] {
  const send = useSendAction();
  const { problem } = useToast();
  return useCallback((action, subscriptions) => send(action, subscriptions).catch(problem), [send, problem]);
}

function usePreview(links: SubscriptionLinks): SubscriptionActions["preview"] {
  const start = useStartPreview();
  const { problem } = useToast();
  return useCallback(async ({ id }) => {
    await start({ id }).then((run) => links.preview(id, run), problem);
  }, [start, links, problem]);
}
