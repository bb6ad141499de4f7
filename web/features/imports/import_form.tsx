import { FileUp } from "../../ui/icons/icons.ts";
import { useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import type { ImportQuery, ImportResource } from "../../../server/contract/imports.ts";
import { importLimits } from "../../../server/contract/limits/imports.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { useSettings } from "../../shared/settings/use_settings.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { classNames } from "../../ui/class_names.ts";
import { Card } from "../../ui/data/card.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { useFileDrop } from "../../ui/inputs/use_file_drop.ts";
import { useImports, useUpload } from "./api.ts";
import { ImportState, ProgressBar, sourceNames } from "./import_state.tsx";

type Source = ImportQuery["source"];

const sources = ["auto", "qinglong", "crontab", "systemd", "cronicle"] as const satisfies readonly Source[];

/** Renders the choice of a source and a file, and the imports that can still be opened. */
export function ImportForm() {
  const { t, format } = useMessages();
  const [, navigate] = useLocation();
  const [source, setSource] = useState<Source>("auto");
  const { upload, send, cancel, reject } = useUpload(({ id }) => navigate(paths.importData(id)));
  const limit = useSettings().data?.uploadMaxBytes;
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (limit !== undefined && file.size > limit) return reject(new FileTooLargeError(file.name));
    void send(file, source);
  };
  const limitsText = (upload: number) =>
    t("dataImport.limits", {
      upload: format.bytes(upload),
      ratio: importLimits.unpackedRatio,
      unpacked: format.bytes(importLimits.unpackedBytes),
      file: format.bytes(importLimits.fileBytes),
    });
  return (
    <>
      <Card id="import" title={t("dataImport.title")} help={t("dataImport.help")}>
        <div className="flex flex-col gap-5">
          <Select
            className="max-w-80"
            label={t("dataImport.source")}
            value={source}
            onValue={setSource}
            disabled={upload.phase === "sending"}
            options={sources.map((value) => ({ value, label: t(sourceNames[value]) }))}
          />
          <p className="-mt-2 text-sm text-pretty text-muted">{t(`dataImport.help_${source}`)}</p>
          {upload.phase === "sending"
            ? <Sending name={upload.name} share={upload.share} onCancel={cancel} />
            : (
              <>
                <UploadError error={upload.error} limit={limit} />
                <FileDrop onFile={choose} />
                {limit !== undefined && <p className="text-sm text-pretty text-muted">{limitsText(limit)}</p>}
              </>
            )}
        </div>
      </Card>
      <RecentImports />
    </>
  );
}

class FileTooLargeError extends Error {}

function UploadError({ error, limit }: { error: unknown; limit: number | undefined }) {
  const { t, format } = useMessages();
  if (error === null) return null;
  if (error instanceof FileTooLargeError) {
    const text = t("imports.fileTooLarge", { name: error.message, limit: format.bytes(limit ?? 0) });
    return <Callout tone="danger">{text}</Callout>;
  }
  if (!(error instanceof ApiProblem)) return <Callout tone="danger">{String(error)}</Callout>;
  return (
    <Callout tone="danger">
      <strong className="block font-medium">{error.title || t("dataImport.unreachable")}</strong>
      {error.detail}
    </Callout>
  );
}

function FileDrop({ onFile }: { onFile: (file: File | undefined) => void }) {
  const { t } = useMessages();
  const picker = useRef<HTMLInputElement>(null);
  const { dragging, ...drop } = useFileDrop(onFile);
  return (
    <div
      {...drop}
      className={classNames(
        "flex flex-col items-center gap-3 rounded-md border border-dashed px-4 py-10 text-center text-sm",
        dragging ? "border-accent bg-accent-soft text-accent-text" : "border-line-strong text-muted",
      )}
    >
      <span className="max-md:hidden">{t(dragging ? "imports.dropHere" : "dataImport.drop")}</span>
      <Button variant="primary" icon={<FileUp />} onClick={() => picker.current?.click()}>
        {t("imports.chooseFile")}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={t("dataImport.file")}
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = ""; // allows selecting the same file again
        }}
      />
    </div>
  );
}

function Sending({ name, share, onCancel }: { name: string; share: number; onCancel: () => void }) {
  const { t } = useMessages();
  const isSent = share >= 1;
  const text = isSent ? t("dataImport.reading", { name }) : `${t("ui.uploading")} ${name}`;
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line px-4 py-5">
      <p role="status" className="text-sm break-words">{text}</p>
      <ProgressBar label={text} share={isSent ? null : share} />
      <Button className="self-start" onClick={onCancel}>{t("ui.cancel")}</Button>
    </div>
  );
}

function RecentImports() {
  const { t } = useMessages();
  const { data } = useImports();
  if (!data || data.items.length === 0) return null;
  return (
    <Card flush title={t("dataImport.recent")} help={t("dataImport.recentHelp")}>
      <ul className="divide-y divide-line">
        {data.items.map((item) => <RecentImport key={item.id} item={item} />)}
      </ul>
    </Card>
  );
}

function RecentImport({ item: { id, fileName, source, state, createdAt } }: { item: ImportResource }) {
  const { t } = useMessages();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
      <Link
        href={paths.importData(id)}
        className="min-w-0 flex-1 basis-48 truncate font-medium text-accent-text hover:underline max-sm:basis-full touch:py-2.5"
      >
        {fileName ?? t(sourceNames[source])}
      </Link>
      <span className="text-muted">{t(sourceNames[source])}</span>
      <span className="w-28">
        <ImportState state={state} />
      </span>
      <span className="text-end text-muted max-sm:ms-auto sm:w-28">
        <RelativeTime at={createdAt} />
      </span>
    </li>
  );
}
