import type { Variable } from "../../../../server/contract/variables.ts";
import ConfirmBox from "../../../ui/confirm_box.tsx";
import { useToast } from "../../../ui/use_toast.tsx";
import { useMessages } from "../../../words/use_words.tsx";
import { useSendAction } from "./use_send_act.ts";

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
