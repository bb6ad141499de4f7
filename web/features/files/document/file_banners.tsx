import { FileClock, FileWarning, FileX, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../ui/inputs/button.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { Draft } from "./draft_store.ts";
import type { OpenState } from "./open_state.ts";

interface BannersProps {
  state: OpenState;
  dirty: boolean;
  draft: Draft | null;
  onDifference: () => void;
  onLoad: () => void;
  onSave: () => void;
  onBringBack: () => void;
  onDropDraft: () => void;
}

/** What has to be known of an open file before one goes on: at most one line for each. */
export function FileBanners(props: BannersProps) {
  const { state, dirty, draft, onDifference, onLoad, onSave, onBringBack, onDropDraft } = props;
  const { t } = useMessages();
  const draftTime = useDraftTime(draft);
  return (
    <>
      {state.open.format === "binary" && (
        <Banner icon={<FileWarning size={16} />}>{t("editor.forced")}</Banner>
      )}
      {draft && (
        <Banner icon={<FileClock size={16} />} text={t("editor.draftFound", { time: draftTime })}>
          <Button size="small" variant="primary" onClick={onBringBack}>{t("editor.draftRestore")}</Button>
          <Button size="small" variant="ghost" onClick={onDropDraft}>{t("editor.draftDiscard")}</Button>
        </Banner>
      )}
      {state.onDisk === "changed" && (
        <Banner tone="warning" icon={<FileWarning size={16} />} text={t("editor.changedOnDiskHelp")}>
          <Button size="small" onClick={onDifference}>{t("editor.showDifference")}</Button>
          {!dirty && (
            <Button size="small" variant="primary" onClick={onLoad}>{t("editor.loadFromDisk")}</Button>
          )}
        </Banner>
      )}
      {state.onDisk === "gone" && (
        <Banner
          tone="warning"
          icon={<FileX size={16} />}
          text={`${t("editor.goneTitle")} · ${t("editor.goneHelp")}`}
        >
          <Button size="small" variant="primary" loading={state.saving === "yes"} onClick={onSave}>
            {t("editor.saveAgain")}
          </Button>
        </Banner>
      )}
      {state.saving === "waiting" && (
        <Banner tone="warning" icon={<WifiOff size={16} />} text={t("editor.retryWhenBack")}>
          <Button size="small" onClick={onSave}>{t("ui.retry")}</Button>
        </Banner>
      )}
    </>
  );
}

function useDraftTime(draft: Draft | null): string {
  const { format } = useMessages();
  return draft ? format.shortTime(draft.at, Date.now()) : "";
}

function Banner(
  { tone = "info", icon, text, children }: {
    tone?: "info" | "warning";
    icon: ReactNode;
    text?: string;
    children?: ReactNode;
  },
) {
  return (
    <div
      role="status"
      className={classNames(
        "flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-3 py-2 text-sm icon-stroke",
        tone === "warning" ? "bg-warning-soft text-warning-text" : "bg-accent-soft text-accent-text",
      )}
    >
      <span aria-hidden className="shrink-0">{icon}</span>
      {text
        ? (
          <>
            <span className="min-w-0 flex-1 basis-60">{text}</span>
            <span className="flex flex-wrap gap-2">{children}</span>
          </>
        )
        : <span className="min-w-0 flex-1">{children}</span>}
    </div>
  );
}
