import type { ConfiguredKind, ManagedObjects } from "../../../server/contract/configuration.ts";
import { useMay } from "../../api/use_permissions.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useSession } from "../../api/use_session.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";

/** Renders which file describes an object, and what has applied it; nothing for an object that no file describes. */
export function ManagedNotice({ kind, id }: { kind: ConfiguredKind; id: number | undefined }) {
  const { t } = useMessages();
  const isWhole = useSession().labels === null;
  const mayAsk = useMay("tasks:read") && isWhole;
  const { data } = useApiQuery<ManagedObjects>(["managed-objects"], "/configuration/managed", {
    enabled: mayAsk && id !== undefined,
  });
  const object = data?.items.find((one) => one.kind === kind && one.id === id);
  if (!object) return null;
  const { source, path, subscriptionId } = object;
  return (
    <Callout>
      {t(subscriptionId === null ? "managed.byFolder" : "managed.bySubscription", { source, path })}
    </Callout>
  );
}
