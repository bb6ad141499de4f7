import { useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Checkbox } from "../../../../ui/checkbox.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { useWords } from "../../../../words/use_words.tsx";
import { joinPath } from "../file_paths.ts";
import type { Upload } from "./upload_queue.ts";

type Choice = "replace" | "keep" | "skip";

/** Asks what is to be done with a file whose name is taken, for this one or for all that come. */
export default function ExistingDialog(
  { upload, more, onAnswer }: {
    upload: Upload;
    /** How many others are still on their way. */
    more: number;
    onAnswer: (choice: Choice, forAll: boolean) => void;
  },
) {
  const { t } = useWords();
  const [forAll, setForAll] = useState(false);
  const answer = (choice: Choice) => () => onAnswer(choice, forAll);
  return (
    <Dialog
      open
      onClose={answer("skip")}
      title={t("files.existingTitle")}
      footer={
        <>
          {more > 0 && (
            <Checkbox
              className="me-auto"
              label={t("files.forAll", { count: more })}
              checked={forAll}
              onChange={(event) => setForAll(event.target.checked)}
            />
          )}
          <Button onClick={answer("skip")}>{t("files.skip")}</Button>
          <Button onClick={answer("replace")}>{t("files.replace")}</Button>
          <Button variant="primary" onClick={answer("keep")}>{t("files.keepBoth")}</Button>
        </>
      }
    >
      <p className="text-base break-words">
        {t("files.existingText", { path: joinPath(upload.folder, upload.path) })}
      </p>
      <p className="mt-2 text-sm text-muted">{t("files.existingHelp")}</p>
    </Dialog>
  );
}
