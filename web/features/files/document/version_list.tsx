import { useEffect, useRef } from "react";
import type { FileVersion, VersionCause } from "../../../../server/contract/files.ts";
import { Badge } from "../../../ui/data/badge.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";

const causes: Record<VersionCause, MessageKey> = {
  saved: "editor.versionSaved",
  uploaded: "editor.versionUploaded",
  restored: "editor.versionRestored",
  found: "editor.versionFound",
  ran: "editor.versionRan",
};

/** All versions, newest first; arrows go from one to the next. */
export function VersionList(
  { versions, visible, onChoose }: {
    versions: readonly FileVersion[];
    visible: FileVersion;
    onChoose: (version: FileVersion) => void;
  },
) {
  const { t } = useMessages();
  const step = (by: number) => {
    const next = versions[versions.findIndex(({ id }) => id === visible.id) + by];
    if (next) onChoose(next);
  };
  return (
    <div
      role="listbox"
      aria-label={t("editor.openVersions")}
      className="max-h-48 shrink-0 overflow-y-auto border-line p-1.5 max-md:border-b md:max-h-none md:w-72 md:border-e"
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        event.preventDefault();
        step(event.key === "ArrowDown" ? 1 : -1);
      }}
    >
      {versions.map((version) => (
        <VersionLine
          key={version.id}
          version={version}
          chosen={version.id === visible.id}
          onChoose={() => onChoose(version)}
        />
      ))}
    </div>
  );
}

function VersionLine(
  { version, chosen, onChoose }: { version: FileVersion; chosen: boolean; onChoose: () => void },
) {
  const { t, format } = useMessages();
  const line = useRef<HTMLDivElement>(null);
  const { savedAt, savedBy, cause, size, current } = version;
  useEffect(() => {
    const held = line.current?.parentElement?.contains(document.activeElement);
    if (chosen && held) line.current?.focus();
  }, [chosen]);
  return (
    <div
      ref={line}
      role="option"
      aria-selected={chosen}
      tabIndex={chosen ? 0 : -1}
      onClick={onChoose}
      className={classNames(
        "flex cursor-default flex-col gap-0.5 rounded-md px-2.5 py-2 text-sm",
        chosen ? "bg-selected" : "hover:bg-hover",
      )}
    >
      <span className="flex items-center gap-2">
        <span className="font-medium">
          <RelativeTime at={savedAt} />
        </span>
        {current && <Badge tone="accent">{t("editor.versionCurrent")}</Badge>}
        <span className="ms-auto text-xs text-muted tabular-nums">{format.bytes(size)}</span>
      </span>
      <span className="truncate text-xs text-muted">
        {t(causes[cause])} ·{" "}
        {savedBy === null ? t("editor.versionByOutside") : t("editor.versionBy", { name: savedBy })}
      </span>
    </div>
  );
}
