import { createContext, type ReactNode, Suspense, useCallback, useContext, useMemo, useState } from "react";
import type { Subscription, SubscriptionAction } from "../../../../server/contract/subscriptions.ts";
import { useToast } from "../../../ui/use_toast.tsx";
import type { SubscriptionLinks } from "../subscription_links.ts";
import { useSendAct } from "./use_send_act.ts";
import { useStartPreview } from "./use_start_preview.ts";
import { lazyDialog } from "../../../ui/lazy.tsx";

const DeleteDialog = lazyDialog(() => import("./delete_dialog.tsx"));

/** What can be done to subscriptions from any place that shows them; the functions stay the same while the page is shown. */
export interface SubscriptionActs {
  links: SubscriptionLinks;
  /** Does one thing to subscriptions and tells how it went; resolves in any case. */
  act(action: SubscriptionAction, subscriptions: readonly Subscription[]): Promise<void>;
  /** Asks first, and what goes with them, then deletes. */
  askDelete(subscriptions: readonly Subscription[]): void;
  /** Starts a preview and shows it. */
  preview(subscription: Subscription): Promise<void>;
}

const ActsContext = createContext<SubscriptionActs | null>(null);

/** Gives what can be done to subscriptions. */
export function useSubscriptionActs(): SubscriptionActs {
  const acts = useContext(ActsContext);
  if (!acts) throw new Error("useSubscriptionActs outside of SubscriptionActsProvider");
  return acts;
}

/** Lets everything below act on subscriptions, and asks where there is something to ask. */
export function SubscriptionActsProvider(
  { links, children }: { links: SubscriptionLinks; children: ReactNode },
) {
  const [doomed, setDoomed] = useState<readonly Subscription[] | null>(null);
  const act = useAct();
  const preview = usePreview(links);
  const value = useMemo(() => ({ links, act, preview, askDelete: setDoomed }), [links, act, preview]);
  return (
    <ActsContext value={value}>
      {children}
      <Suspense>
        {doomed && <DeleteDialog subscriptions={doomed} onClose={() => setDoomed(null)} />}
      </Suspense>
    </ActsContext>
  );
}

function useAct(): SubscriptionActs["act"] {
  const send = useSendAct();
  const { problem } = useToast();
  return useCallback((action, subscriptions) => send(action, subscriptions).catch(problem), [send, problem]);
}

function usePreview(links: SubscriptionLinks): SubscriptionActs["preview"] {
  const start = useStartPreview();
  const { problem } = useToast();
  return useCallback(async ({ id }) => {
    await start({ id }).then((run) => links.preview(id, run), problem);
  }, [start, links, problem]);
}
