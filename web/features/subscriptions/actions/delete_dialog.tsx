import { Suspense, useState } from "react";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import ConfirmBox from "../../../ui/overlays/confirm_box.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useSubscriptionBatch } from "../api.ts";

const StartedTasks = lazyPart(() => import("../../../shared/triggers/started_tasks.tsx"));

/** Of more subscriptions, what the others start is not said. */
const MAX_ASKED = 20;

/**
 * Asks for confirmation before subscriptions are deleted, and whether to delete their tasks and files too.
 */
export default function DeleteDialog(
  { subscriptions, onClose }: { subscriptions: readonly Subscription[]; onClose: () => void },
) {
  const { t } = useMessages();
  const { send } = useSubscriptionBatch();
  const [withTasks, setWithTasks] = useState(false);
  const count = subscriptions.length;
  const tasks = subscriptions.reduce((sum, { taskCount }) => sum + taskCount, 0);
  const active = subscriptions.filter(({ activeRun }) => activeRun !== null).length;
  return (
    <ConfirmBox
      danger
      title={t("subscriptions.deleteTitle", { count, name: subscriptions[0]?.name ?? "" })}
      text={
        <div className="flex flex-col gap-3">
          <p>
            {t("subscriptions.deleteText", { count })}
            {active > 0 && ` ${t("subscriptions.deleteActive", { active })}`}
          </p>
          {subscriptions.slice(0, MAX_ASKED).map(({ id, name }) => (
            <Suspense key={id}>
              <StartedTasks type="subscription" id={id} name={name} />
            </Suspense>
          ))}
          <Checkbox
            label={t(count === 1 ? "subscriptions.deleteTasks" : "subscriptions.deleteTasksSeveral", {
              tasks,
            })}
            className="items-start! text-text [&>input]:mt-px"
            checked={withTasks}
            onChange={(event) => setWithTasks(event.target.checked)}
          />
        </div>
      }
      confirmLabel={t("ui.delete")}
      onClose={onClose}
      onConfirm={() => send("delete", subscriptions, { withTasks })}
    />
  );
}
