import type { Variable } from "../../../../server/contract/variables.ts";
import ConfirmBox from "../../../ui/overlays/confirm_box.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useSendAction } from "./use_send_action.ts";

/** Asks before variables are deleted. */
export default function DeleteDialog(
  { variables, onClose }: { variables: readonly Variable[]; onClose: () => void },
) {
  const { t } = useMessages();
  const send = useSendAction();
  const toast = useToast();
  const values = { count: variables.length, name: variables[0]?.name ?? "" };
  return (
    <ConfirmBox
      danger
      title={t("variables.deleteTitle", values)}
      text={t("variables.deleteText", values)}
      confirmLabel={t("ui.delete")}
      onClose={onClose}
      onConfirm={() =>
        send("delete", variables).catch((error) => {
          toast.problem(error);
          throw error;
        })}
    />
  );
}
