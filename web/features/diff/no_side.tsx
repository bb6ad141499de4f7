import { FileX } from "lucide-react";
import type { TextSide } from "../../api/text_side.ts";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { useDelayed } from "../../ui/feedback/use_delayed.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { sideLabel } from "./side_label.ts";
import type { NoText } from "./use_side_text.ts";

const reasons: Record<NoText, MessageKey> = {
  binary: "diff.sideBinary",
  missing: "diff.sideMissing",
  too_large: "diff.sideTooLarge",
};

/** A spinner, after 150 ms. */
export function Waiting() {
  const { t } = useMessages();
  if (!useDelayed(true)) return null;
  return (
    <div className="flex h-full items-center justify-center text-muted">
      <Spinner size="large" label={t("ui.loading")} />
    </div>
  );
}

/** Why one side cannot be shown. */
export function NoSide({ side, reason }: { side: TextSide; reason: NoText }) {
  const { t } = useMessages();
  return (
    <EmptyState icon={<FileX size={22} aria-hidden />} title={t(reasons[reason])} text={sideLabel(side, t)} />
  );
}
