import { type ReactNode, Suspense } from "react";
import { FocusBack } from "../../ui/focus_back.tsx";
import { SubscriptionActsProvider } from "./acts/subscription_acts.tsx";
import { SubscriptionList } from "./list/subscription_list.tsx";
import { type Place, usePlace } from "./place.ts";
import { type SubscriptionLinks, useSubscriptionLinks } from "./subscription_links.ts";
import { lazyDialog } from "../../ui/lazy.tsx";

const FormDialog = lazyDialog(() => import("./form/form_dialog.tsx"));
const LogDialog = lazyDialog(() => import("./log/log_dialog.tsx"));
const PreviewDialog = lazyDialog(() => import("./changes/preview_dialog.tsx"));
const WaitingDialog = lazyDialog(() => import("./changes/waiting_dialog.tsx"));

/** The list of subscriptions, and the dialog over it that the address names. */
export default function SubscriptionsPage() {
  const place = usePlace();
  const links = useSubscriptionLinks();
  return (
    <SubscriptionActsProvider links={links}>
      <SubscriptionList />
      {place.dialog && (
        <FocusBack>
          <Suspense>
            <PlaceDialog {...{ place, links }} />
          </Suspense>
        </FocusBack>
      )}
    </SubscriptionActsProvider>
  );
}

function PlaceDialog({ place, links }: { place: Place; links: SubscriptionLinks }): ReactNode {
  const onClose = links.close;
  switch (place.dialog) {
    case "form":
      return <FormDialog key={place.id} id={place.id} onClose={onClose} />;
    case "log":
      return <LogDialog key={place.id} id={place.id} run={place.run} onClose={onClose} />;
    case "preview":
      return <PreviewDialog key={place.run} id={place.id} run={place.run} onClose={onClose} />;
    case "waiting":
      return <WaitingDialog key={place.id} id={place.id} onClose={onClose} />;
    case null:
      return null;
  }
}
