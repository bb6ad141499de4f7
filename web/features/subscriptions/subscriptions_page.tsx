import type { ReactNode } from "react";
import { FocusBack } from "../../ui/overlays/focus_back.tsx";
import { SubscriptionActionsProvider } from "./actions/use_subscription_actions.tsx";
import { SubscriptionList } from "./list/subscription_list.tsx";
import { type SubscriptionLinks, type UrlState, useSubscriptionLinks, useUrlState } from "./url_state.ts";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";

const FormDialog = lazyDialog(() => import("./form/subscription_form.tsx"));
const LogDialog = lazyDialog(() => import("./log/log_dialog.tsx"));
const PreviewDialog = lazyDialog(() => import("./changes/preview_dialog.tsx"));
const WaitingDialog = lazyDialog(() => import("./changes/waiting_dialog.tsx"));

/** Renders the subscriptions and the dialog that the URL names. */
export default function SubscriptionsPage() {
  const urlState = useUrlState();
  const links = useSubscriptionLinks();
  return (
    <SubscriptionActionsProvider links={links}>
      <SubscriptionList />
      {urlState.dialog && (
        <FocusBack>
          <RoutedDialog {...{ urlState, links }} />
        </FocusBack>
      )}
    </SubscriptionActionsProvider>
  );
}

function RoutedDialog(
  { urlState, links }: { urlState: UrlState; links: SubscriptionLinks },
): ReactNode {
  const onClose = links.close;
  switch (urlState.dialog) {
    case "form":
      return <FormDialog key={urlState.id} id={urlState.id} onClose={onClose} />;
    case "log":
      return <LogDialog key={urlState.id} id={urlState.id} run={urlState.run} onClose={onClose} />;
    case "preview":
      return <PreviewDialog key={urlState.run} id={urlState.id} run={urlState.run} onClose={onClose} />;
    case "waiting":
      return <WaitingDialog key={urlState.id} id={urlState.id} onClose={onClose} />;
    case null:
      return null;
  }
}
