import { Button } from "../../ui/inputs/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { CodeList, useAskStored } from "./code_list.tsx";

interface CodesDialogProps {
  codes: readonly string[];
  username: string;
  onClose: () => void;
}

/** Renders new recovery codes, which are displayed only once. */
export default function CodesDialog({ codes, username, onClose }: CodesDialogProps) {
  const { t } = useMessages();
  const { ask, question } = useAskStored(onClose);
  return (
    <Dialog
      open
      onClose={ask}
      title={t("security.codesTitle")}
      footer={<Button variant="primary" onClick={onClose}>{t("security.kept")}</Button>}
    >
      <CodeList codes={codes} username={username} />
      {question}
    </Dialog>
  );
}
