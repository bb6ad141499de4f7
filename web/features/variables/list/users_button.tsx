import type { Variable } from "../../../../server/contract/variables.ts";
import { classNames } from "../../../ui/class_names.ts";
import { LazyPopover, withoutPanel } from "../../../ui/overlays/lazy_popover.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";

const UsersPanel = lazyPart(() => import("./task_links.tsx"), withoutPanel);

/** Renders the number of tasks that get a variable, as a button that lists them. */
export function UsersButton({ variable }: { variable: Variable }) {
  const { t } = useMessages();
  const { name, enabled, usedBy } = variable;
  const count = enabled ? usedBy : 0;
  return (
    <LazyPopover
      Panel={UsersPanel}
      variable={variable}
      trigger={
        <button
          type="button"
          aria-label={t("ui.labelAndValue", {
            label: t("variables.usedByOf", { name }),
            value: t("variables.usedByTasks", { count }),
          })}
          className={classNames(
            "rounded-sm whitespace-nowrap tabular-nums hover:text-accent-text hover:underline touch:min-h-9",
            count === 0 ? "text-faint" : "text-muted",
          )}
        >
          {t("variables.usedByTasks", { count })}
        </button>
      }
    />
  );
}
