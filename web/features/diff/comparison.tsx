import { useEffect } from "react";
import type { TextSide } from "../../api/text_side.ts";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { DiffView } from "../../ui/diff/diff_view.tsx";
import { useEditorSettings } from "../../ui/editor/editor_settings.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { EditableComparison } from "./editable_comparison.tsx";
import { NoSide, Waiting } from "./no_side.tsx";
import { isConfigNow, NotYet } from "./not_yet.tsx";
import { sideLabel } from "./side_label.ts";
import { languageName, useSideText } from "./use_side_text.ts";

interface ComparisonProps {
  left: TextSide;
  right: TextSide;
  onDirty: (dirty: boolean) => void;
}

/** Two texts, once both are here; the right one can be written where it is a file as it is now. */
export function Comparison({ left, right, onDirty }: ComparisonProps) {
  const isFile = right.kind === "file" && right.versionId === null;
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
    if (before.data.none === "missing" && sample !== null && isConfigNow(left)) {
      return <NotYet side={left} sample={sample} onCreated={() => void before.refetch()} />;
    }
    return <NoSide side={left} reason={before.data.none} />;
  }
  if (after.data && "none" in after.data) return <NoSide side={right} reason={after.data.none} />;
  const visibleLeft = { text: before.data.text, label: sideLabel(left, t) };
  const fileName = languageName(left, right);
  if (isFile) {
    return (
      <EditableComparison
        {...{ right, fileName, settings, onDirty }}
        left={visibleLeft}
        isSample={left.kind === "sample"}
      />
    );
  }
  return (
    <DiffView
      hideLabels
      docKey="fixed"
      left={visibleLeft}
      right={{ text: after.data?.text ?? "", label: sideLabel(right, t) }}
      fileName={fileName}
      editable={false}
      settings={settings}
    />
  );
}
