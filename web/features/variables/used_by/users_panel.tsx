import type { Variable } from "../../../../server/contract/variables.ts";
import type { PanelProps } from "../../../ui/overlays/lazy_popover.tsx";
import Popover from "../../../ui/overlays/popover.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { TaskLinks } from "./task_links.tsx";

/** Renders the tasks that get a variable, beside their number in the list. */
export default function UsersPanel({ variable, ...panel }: { variable: Variable } & PanelProps) {
  const { t } = useMessages();
  return (
    <Popover label={t("variables.usedByOf", { name: variable.name })} {...panel}>
      <div className="flex flex-col gap-2 p-3">
        <h3 className="text-sm font-medium">{t("variables.usedBy")}</h3>
        <TaskLinks variable={variable} className="max-h-72 overflow-y-auto" />
      </div>
    </Popover>
  );
}
