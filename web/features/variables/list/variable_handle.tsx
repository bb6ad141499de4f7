import { MoveHandle } from "../../../ui/data/move_handle.tsx";
import { Tooltip } from "../../../ui/overlays/tooltip.tsx";
import type { useDragOrder } from "../../../ui/data/use_drag_order.ts";
import { useMessages } from "../../../messages/use_messages.tsx";

export type Grip = ReturnType<ReturnType<typeof useDragOrder>["item"]>;

/** What a variable is dragged by. */
export function VariableHandle({ name, grip, className }: { name: string; grip: Grip; className: string }) {
  const { t } = useMessages();
  return (
    <Tooltip text={t("variables.moveHelp")}>
      <MoveHandle label={t("variables.move", { name })} {...grip} className={className} />
    </Tooltip>
  );
}
