import type { ChangedBy } from "../../../server/contract/task_changes.ts";
import { useMessages } from "../../messages/use_messages.tsx";

/** Renders who changed something: a name, or the kind of author when there is none. */
export function AuthorName({ author: { kind, name } }: { author: Pick<ChangedBy, "kind" | "name"> }) {
  const { t } = useMessages();
  const label = t(`audit.${kind}`);
  if (name === null) return <span className="text-muted">{label}</span>;
  return (
    <>
      {name}
      {(kind === "application" || kind === "subscription") && (
        <span className="text-faint">{` · ${label}`}</span>
      )}
    </>
  );
}
