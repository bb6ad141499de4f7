import { Upload } from "lucide-react";
import { useRef } from "react";
import { ApiProblem } from "../../api/api_problem.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import type { Style } from "./use_inspection.ts";

/** An archive is chosen, sent and looked through; or refused, and why. */
export function ArchiveChoice(
  { check: style, onFile, onAgain }: {
    check: Exclude<Style, { phase: "seen" }>;
    onFile: (file: File) => void;
    onAgain: (() => void) | undefined;
  },
) {
  const { t, format } = useMessages();
  switch (style.phase) {
    case "choosing":
      return <FileButton onFile={onFile} />;
    case "sending":
      return (
        <Waiting text={`${t("backup.uploading")} ${format.percent(Math.floor(style.share * 100) / 100)}`} />
      );
    case "looking":
      return <Waiting text={t("backup.checking")} />;
    case "refused":
      return (
        <div className="flex flex-col items-start gap-4">
          <Callout tone="danger">
            {style.error instanceof ApiProblem
              ? (
                <>
                  <strong className="block font-medium">{style.error.title}</strong>
                  {style.error.detail}
                </>
              )
              : String(style.error)}
          </Callout>
          {onAgain && <Button onClick={onAgain}>{t("backup.chooseFile")}</Button>}
        </div>
      );
  }
  return style satisfies never;
}

function Waiting({ text }: { text: string }) {
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted tabular-nums">
      <Spinner size="small" />
      {text}
    </p>
  );
}

function FileButton({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Button icon={<Upload size={16} />} onClick={() => input.current?.click()}>
        {t("backup.chooseFile")}
      </Button>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={t("backup.archive")}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
        }}
      />
    </div>
  );
}
