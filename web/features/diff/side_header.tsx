import { useQuery } from "@tanstack/react-query";
import { FileCode2, FileText, ScrollText, SlidersHorizontal } from "lucide-react";
import { type ComponentType, useState } from "react";
import { fileRequests } from "../../api/file_requests.ts";
import { queryKeys } from "../../api/query_keys.ts";
import type { TextSide } from "../../api/text_side.ts";
import { useApi } from "../../api/use_api.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { SidePicker } from "./side_picker.tsx";
import { visibleName } from "../../ui/data/visible_name.ts";

interface SideHeaderProps {
  which: "left" | "right";
  side: TextSide | null;
  onSide: (side: TextSide) => void;
}

/** Renders the selected text of one side and the controls to select another file and version. */
export function SideHeader({ which, side, onSide }: SideHeaderProps) {
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
              <span className="text-muted max-sm:sr-only">{t(locationName(side))}</span>
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
      className="w-44 shrink-0 max-sm:w-28"
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

function locationName(side: TextSide): MessageKey {
  if (side.kind === "log") return "diff.sideLog";
  if (side.kind === "sample") return "diff.sideSample";
  return side.area === "config" ? "diff.areaConfig" : "diff.areaScripts";
}

function pathOf(side: TextSide): string {
  return visibleName(side.kind === "sample" ? side.name : side.path);
}
