import { FileQuestion, FileWarning, Weight } from "../../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import { ApiProblem } from "../../../api/api_problem.ts";
import { downloadUrl, type FileLocation } from "../../../api/file_requests.ts";
import { useApi } from "../../../api/use_api.tsx";
import { Button, buttonClass } from "../../../ui/buttons/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { DocumentState, FileDocument } from "../../../api/file_document.ts";
import { fileLimits } from "../../../../server/contract/limits/files.ts";

/** Explains why a file cannot be opened in the editor, and offers alternatives. */
export function FileNotOpen(
  { area, path, state, document }: FileLocation & { state: DocumentState; document: FileDocument },
) {
  const { t, format } = useMessages();
  const download = <DownloadLink area={area} path={path} />;
  if (state.phase === "failed") {
    const { error } = state;
    return <ErrorState error={error} onRetry={isFinal(error) ? undefined : () => void document.load()} />;
  }
  if (state.phase === "missing") {
    return (
      <EmptyState
        icon={<FileQuestion size={22} />}
        title={t("editor.missing")}
        text={t("editor.missingHelp", { path })}
        action={<Button onClick={() => void document.load()}>{t("ui.retry")}</Button>}
      />
    );
  }
  if (state.phase === "too_large") {
    const size = format.bytes(fileLimits.textBytes);
    return (
      <EmptyState
        icon={<Weight size={22} />}
        title={t("editor.tooLarge")}
        text={t("editor.tooLargeHelp", { size })}
        action={download}
      />
    );
  }
  if (state.phase !== "binary") return null;
  return (
    <EmptyState
      icon={<FileWarning size={22} />}
      title={t("editor.binary")}
      text={t("editor.binaryHelp")}
      action={
        <Row>
          {download}
          <Button variant="ghost" onClick={() => void document.load({ force: true })}>
            {t("editor.forceOpen")}
          </Button>
        </Row>
      }
    />
  );
}

/** Returns whether a retry cannot help: type, name and link target of a file stay the same. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiProblem &&
    ["wrong_kind", "outside_root", "validation_failed"].includes(error.code);
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-center gap-2">{children}</div>;
}

function DownloadLink(file: FileLocation) {
  const api = useApi();
  const { t } = useMessages();
  return <a href={downloadUrl(api, file)} download className={buttonClass({})}>{t("editor.download")}</a>;
}
