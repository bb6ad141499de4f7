import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { CodeList, useAskKept } from "./code_list.tsx";

interface CodesDialogProps {
  codes: readonly string[];
  username: string;
  onClose: () => void;
}

/** Shows new recovery codes, once. */
export default function CodesDialog({ codes, username, onClose }: CodesDialogProps) {
  const { t } = useWords();
  const { ask, question } = useAskKept(onClose);
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
