import { useQuery } from "@tanstack/react-query";
import {
  ArrowLeftRight,
  FileCode2,
  FileDiff,
  FileText,
  ScrollText,
  SlidersHorizontal,
} from "../../ui/icons/icons.ts";
import { type ComponentType, useEffect, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { fileRequests } from "../../api/file_requests.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { nameOfSide, readSide, type TextSide, writeSide } from "../../api/text_side.ts";
import { useApi } from "../../api/use_api.tsx";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { usePageTitle } from "../../shared/page/page_title.tsx";
import { classNames } from "../../ui/class_names.ts";
import { visibleName } from "../../ui/data/visible_name.ts";
import { WorkFrame } from "../../ui/data/work_frame.tsx";
import { DiffView } from "../../ui/diff/diff_view.tsx";
import { useEditorSettings } from "../../ui/editor/editor_settings.ts";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { EditableComparison } from "./editable_comparison.tsx";
import { isConfigNow, NoSide, NotYet, sideLabel, Waiting } from "./side_notice.tsx";
import { neededFor, SidePicker } from "./side_picker.tsx";
import { languageName, useSideText } from "./use_side_text.ts";
import { useMay, usePermissions } from "../../api/use_permissions.ts";
import { NotPermitted } from "../../shared/page/not_permitted.tsx";

/** Renders two texts side by side; the URL names them. */
export default function DiffPage() {
  const { t } = useMessages();
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const [dirty, setDirty] = useState(false);
  const left = readSide(query.get("left"));
  const right = readSide(query.get("right"));
  usePageTitle(left && right ? `${nameOfSide(left)} ↔ ${nameOfSide(right)}` : null, { tabOnly: true });
  const may = usePermissions();
  const show = (sides: { left: TextSide | null; right: TextSide | null }) => {
    const [one, other] = [sides.left, sides.right].map((side) => side ? writeSide(side) : undefined);
    navigate(paths.diff(one, other));
  };
  return (
    <WorkFrame className="flex-col">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 border-b border-line px-3 py-2 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        <SideHeader which="left" side={left} onSide={(next) => show({ left: next, right })} />
        <IconButton
          label={dirty ? t("diff.swapDirty") : t("diff.swap")}
          icon={<ArrowLeftRight className="max-md:rotate-90" />}
          className="max-md:row-span-2"
          disabled={dirty || (!left && !right)}
          onClick={() => show({ left: right, right: left })}
        />
        <SideHeader which="right" side={right} onSide={(next) => show({ left, right: next })} />
      </div>
      <div className="min-h-0 flex-1">
        {[left, right].some((side) => side && !may(neededFor(side)))
          ? <NotPermitted />
          : left && right
          ? (
            <Comparison
              key={`${writeSide(left)} ${writeSide(right)}`}
              left={left}
              right={right}
              onDirty={setDirty}
            />
          )
          : (
            <EmptyState
              icon={<FileDiff size={22} />}
              title={t("diff.emptyTitle")}
              text={t("diff.emptyText")}
            />
          )}
      </div>
    </WorkFrame>
  );
}

interface ComparisonProps {
  left: TextSide;
  right: TextSide;
  onDirty: (dirty: boolean) => void;
}

/** Renders the comparison once both texts are loaded; the right one is editable when it is a current file. */
function Comparison({ left, right, onDirty }: ComparisonProps) {
  const isNow = right.kind === "file" && right.versionId === null;
  const mayWrite = useMay(right.kind === "file" ? `${right.area}:write` : null);
  const isFile = isNow && mayWrite;
  const mayCreate = useMay("config:write");
  const before = useSideText(left);
  const after = useSideText(isFile ? null : right);
  const { t } = useMessages();
  const [settings] = useEditorSettings();
  useEffect(() => () => onDirty(false), []);
  const failed = [before, after].find(({ isError }) => isError);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!before.data || (!isFile && !after.data)) return <Waiting />;
  if ("none" in before.data) {
    const sample = right.kind === "sample" && after.data && "text" in after.data ? after.data.text : null;
    if (before.data.none === "missing" && sample !== null && isConfigNow(left) && mayCreate) {
      return <NotYet side={left} sample={sample} onCreated={() => void before.refetch()} />;
    }
    return <NoSide side={left} reason={before.data.none} />;
  }
  if (after.data && "none" in after.data) return <NoSide side={right} reason={after.data.none} />;
  const leftText = { text: before.data.text, label: sideLabel(left, t) };
  const fileName = languageName(left, right);
  if (isFile) {
    return (
      <EditableComparison
        right={right}
        fileName={fileName}
        settings={settings}
        onDirty={onDirty}
        left={leftText}
        isSample={left.kind === "sample"}
      />
    );
  }
  return (
    <DiffView
      hideLabels
      docKey="fixed"
      left={leftText}
      right={{ text: after.data?.text ?? "", label: sideLabel(right, t) }}
      fileName={fileName}
      editable={false}
      settings={settings}
    />
  );
}

interface SideHeaderProps {
  which: "left" | "right";
  side: TextSide | null;
  onSide: (side: TextSide) => void;
}

/** Renders the selected text of one side and the controls to select another file and version. */
function SideHeader({ which, side, onSide }: SideHeaderProps) {
  const { t } = useMessages();
  const [choosing, setChoosing] = useState(false);
  const title = t(which === "left" ? "diff.chooseLeft" : "diff.chooseRight");
  const Icon = side ? iconOf(side) : FileText;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      <Button
        onClick={() => setChoosing(true)}
        className="min-w-0 flex-1 justify-start!"
      >
        <Icon size={14} className="shrink-0 text-muted" />
        {side
          ? (
            <>
              <span className="sr-only">{`${title}: `}</span>
              {/* A sample often has the name of the file it is compared with, and no version beside it. */}
              <span className={classNames("text-muted", side.kind !== "sample" && "max-xl:sr-only")}>
                {t(sideName(side))}
              </span>
              <span className="truncate font-mono text-sm" dir="ltr">{pathOf(side)}</span>
            </>
          )
          : <span className="text-muted">{title}</span>}
      </Button>
      {side?.kind === "file" && <VersionSelect side={side} onSide={onSide} />}
      {choosing && (
        <SidePicker
          title={title}
          side={side}
          onClose={() => setChoosing(false)}
          onSide={(next) => {
            setChoosing(false);
            onSide(next);
          }}
        />
      )}
    </div>
  );
}

function VersionSelect(
  { side, onSide }: { side: Extract<TextSide, { kind: "file" }>; onSide: (side: TextSide) => void },
) {
  const { t, format } = useMessages();
  const api = useApi();
  const { area, path, versionId } = side;
  const versions = useQuery({
    queryKey: queryKeys.files(area, "versions", path),
    queryFn: () => fileRequests(api, side).versions(),
    retry: false,
    enabled: useMay(neededFor(side)),
  });
  const listed = (versions.data ?? []).map((version) => ({
    value: String(version.id),
    label: format.dateTime(version.savedAt),
    help: [t("diff.sideVersion", { id: version.id }), version.savedBy].filter(Boolean).join(" · "),
  }));
  const known = versionId === null || listed.some(({ value }) => value === String(versionId));
  const unknown = { value: String(versionId), label: t("diff.sideVersion", { id: versionId ?? 0 }) };
  return (
    <Select
      hideLabel
      className="w-44 shrink-0 max-xl:w-32 max-sm:w-28"
      label={t("diff.version")}
      value={versionId === null ? "now" : String(versionId)}
      onValue={(value) => onSide({ ...side, versionId: value === "now" ? null : Number(value) })}
      options={[{ value: "now", label: t("diff.current") }, ...(known ? [] : [unknown]), ...listed]}
    />
  );
}

function iconOf(side: TextSide): ComponentType<{ size?: number; className?: string }> {
  if (side.kind === "log") return ScrollText;
  if (side.kind === "sample") return FileText;
  return side.area === "config" ? SlidersHorizontal : FileCode2;
}

function sideName(side: TextSide): MessageKey {
  if (side.kind === "log") return "diff.sideLog";
  if (side.kind === "sample") return "diff.sideSample";
  return side.area === "config" ? "diff.areaConfig" : "diff.areaScripts";
}

function pathOf(side: TextSide): string {
  return visibleName(side.kind === "sample" ? side.name : side.path);
}
