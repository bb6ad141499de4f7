import { Suspense } from "react";
import { Waiting } from "../../shared/page/page_frame.tsx";
import { lazyDialog, lazyPage } from "../../ui/feedback/lazy.tsx";
import { FocusBack } from "../../ui/overlays/focus_back.tsx";
import { HeartbeatActionsProvider, useHeartbeatActions } from "./actions/use_heartbeat_actions.tsx";
import { HeartbeatList } from "./list/heartbeat_list.tsx";
import { useUrlState } from "./url_state.ts";

const HeartbeatDetail = lazyPage(() => import("./detail/heartbeat_detail.tsx"));
const HeartbeatDialog = lazyDialog(() => import("./form/heartbeat_form.tsx"));

/** Renders the heartbeats or one of them, and the form that the URL names. */
export default function HeartbeatsPage() {
  const { background, hasForm, id, page } = useUrlState();
  return (
    <HeartbeatActionsProvider background={background}>
      {background === "one"
        ? (
          <Suspense fallback={<Waiting />}>
            <HeartbeatDetail id={id} page={page} />
          </Suspense>
        )
        : <HeartbeatList />}
      {hasForm && (
        <FocusBack>
          <RoutedForm id={id} />
        </FocusBack>
      )}
    </HeartbeatActionsProvider>
  );
}

function RoutedForm({ id }: { id: number | null }) {
  const { close } = useHeartbeatActions();
  return <HeartbeatDialog key={id} id={id} onClose={() => close(id)} />;
}
