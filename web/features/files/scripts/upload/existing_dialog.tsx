import { useState } from "react";
import { Button } from "../../../../ui/inputs/button.tsx";
import { Checkbox } from "../../../../ui/inputs/checkbox.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useMessages } from "../../../../messages/use_messages.tsx";
import { joinPath } from "../file_paths.ts";
import type { Upload } from "./upload_queue.ts";

type Choice = "replace" | "keep" | "skip";

/** Asks what is to be done with a file whose name is taken, for this one or for all that come. */
export default function ExistingDialog(
  { upload, more, onResponse }: {
    upload: Upload;
    /** How many others are still on their way. */
    more: number;
    onResponse: (choice: Choice, forAll: boolean) => void;
  },
) {
  const { t } = useMessages();
  const [forAll, setForAll] = useState(false);
  const respond = (choice: Choice) => () => onResponse(choice, forAll);
  return (
    <Dialog
      open
      onClose={respond("skip")}
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
          <Button onClick={respond("skip")}>{t("files.skip")}</Button>
          <Button onClick={respond("replace")}>{t("files.replace")}</Button>
          <Button variant="primary" onClick={respond("keep")}>{t("files.keepBoth")}</Button>
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
