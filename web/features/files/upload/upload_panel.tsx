import { ChevronDown, CircleCheck, CircleX, RotateCw, X } from "../../../ui/icons/icons.ts";
import { useRef, useState } from "react";
import { classNames } from "../../../ui/class_names.ts";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { joinPath } from "../../../shared/files/file_paths.ts";
import { useUploads } from "./use_uploads.tsx";
import { findAsking, isEnded, type Upload } from "./upload_queue.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";

/** Renders the uploads below the tree; nothing when there are none. */
export function UploadPanel() {
  const { queue, list } = useUploads();
  // Keep asking about the same upload, so that a decision is not applied to another.
  const asked = useRef<number | null>(null);
  const asking = findAsking(list, asked.current);
  asked.current = asking?.id ?? null;
  if (list.length === 0) return null;
  return (
    <>
      <UploadList />
      {asking && (
        <ExistingDialog
          key={asking.id}
          upload={asking}
          more={list.filter((one) => !isEnded(one)).length - 1}
          onResponse={(choice, forAll) => queue.result(asking.id, choice, forAll)}
        />
      )}
    </>
  );
}

const maxVisible = 200;

function UploadList() {
  const { t, format } = useMessages();
  const { queue, list } = useUploads();
  const [open, setOpen] = useState(true);
  const busy = list.filter((one) => !isEnded(one));
  const failed = list.filter(({ state }) => state === "failed").length;
  const bytes = list.reduce((sum, { sent }) => sum + sent, 0);
  const all = list.reduce((sum, { size }) => sum + size, 0);
  // First what needs attention, then what is active.
  const order = ["failed", "asking", "sending", "waiting", "cancelled", "skipped", "done"];
  const visible = list.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state)).slice(
    0,
    maxVisible,
  );
  return (
    <section aria-label={t("files.uploads")} className="border-t border-line bg-surface">
      <header className="flex h-9 items-center gap-1 ps-3 pe-1">
        <p role="status" className="min-w-0 flex-1 truncate text-sm font-medium">
          {busy.length > 0
            ? t("files.uploading", { count: busy.length, share: format.percent(all > 0 ? bytes / all : 0) })
            : failed > 0
            ? t("files.uploadsFailed", { count: failed })
            : t("files.uploadsOver", { count: list.length })}
        </p>
        <IconButton
          size="small"
          label={open ? t("files.uploadsHide") : t("files.uploadsShow")}
          aria-expanded={open}
          className="aria-expanded:bg-transparent"
          icon={<ChevronDown className={classNames("transition-transform", !open && "rotate-180")} />}
          onClick={() => setOpen(!open)}
        />
        <IconButton
          size="small"
          label={busy.length > 0 ? t("files.cancelAll") : t("ui.close")}
          icon={<X />}
          onClick={() => busy.length > 0 ? queue.cancelAll() : queue.clear()}
        />
      </header>
      {open && (
        <ul className="max-h-52 overflow-y-auto pb-1">
          {visible.map((one) => <UploadLine key={one.id} upload={one} />)}
          {list.length > visible.length && (
            <li className="px-3 py-1 text-xs text-faint">
              {t("task.refusedMore", { count: list.length - visible.length })}
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

const states = {
  waiting: "files.stateWaiting",
  sending: "ui.uploading",
  asking: "files.stateAsking",
  done: "files.stateDone",
  failed: "files.stateFailed",
  skipped: "files.stateSkipped",
  cancelled: "files.stateCancelled",
} as const;

function UploadLine({ upload }: { upload: Upload }) {
  const { t, format } = useMessages();
  const { queue } = useUploads();
  const { id, folder, path, size, sent, state, error } = upload;
  const share = size > 0 ? sent / size : state === "done" ? 1 : 0;
  return (
    <li className="flex min-h-8 items-center gap-2 ps-3 pe-1 text-xs">
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-mono" title={joinPath(folder, path)}>{path}</span>
          <span
            className={classNames(
              "shrink-0 tabular-nums",
              state === "failed" ? "text-danger-text" : "text-faint",
            )}
          >
            {t(states[state])}
            {state === "sending" && ` ${format.percent(share)}`}
          </span>
        </span>
        {state === "sending" && (
          <span
            role="progressbar"
            aria-label={path}
            aria-valuenow={Math.round(share * 100)}
            className="mt-1 block h-1 overflow-hidden rounded-full bg-neutral-soft"
          >
            <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
          </span>
        )}
        {error && <span className="block break-words text-danger-text">{error}</span>}
      </span>
      {state === "done" && <CircleCheck size={14} className="me-1.5 shrink-0 text-success-text" />}
      {(state === "skipped" || state === "cancelled") && <span className="w-1 shrink-0" />}
      {state === "failed" && (
        <IconButton
          size="small"
          label={t("ui.labelAndValue", { label: t("ui.retry"), value: path })}
          icon={<RotateCw size={14} />}
          onClick={() => queue.retry(id)}
        />
      )}
      {!isEnded(upload) && (
        <IconButton
          size="small"
          label={t("ui.labelAndValue", { label: t("ui.cancel"), value: path })}
          icon={<CircleX size={14} />}
          onClick={() => queue.cancel(id)}
        />
      )}
    </li>
  );
}

type Choice = "replace" | "keep" | "skip";

/** Asks what to do with a file whose name exists, for this one or for all that follow. */
function ExistingDialog(
  { upload, more, onResponse }: {
    upload: Upload;
    /** Number of other uploads that have not ended. */
    more: number;
    onResponse: (choice: Choice, forAll: boolean) => void;
  },
) {
  const { t } = useMessages();
  const [forAll, setForAll] = useState(false);
  const respond = (choice: Choice) => () => onResponse(choice, forAll);
  return (
    <Dialog
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
