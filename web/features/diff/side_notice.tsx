import { FilePlus2, FileX } from "../../ui/icons/icons.ts";
import type { TextSide } from "../../api/text_side.ts";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { Spinner } from "../../ui/buttons/spinner.tsx";
import { useDelayed } from "../../ui/feedback/use_delayed.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import type { NoText } from "./use_side_text.ts";
import { useMutation } from "@tanstack/react-query";
import { fileRequests } from "../../api/file_requests.ts";
import { useApi } from "../../api/use_api.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import type { Translate } from "../../messages/create_messages.ts";

const reasons: Record<NoText, MessageKey> = {
  binary: "diff.sideBinary",
  missing: "diff.sideMissing",
  too_large: "diff.sideTooLarge",
};

/** Renders a spinner after 150 ms. */
export function Waiting() {
  const { t } = useMessages();
  if (!useDelayed(true)) return null;
  return (
    <div className="flex h-full items-center justify-center text-muted">
      <Spinner size="large" label={t("ui.loading")} />
    </div>
  );
}

export function NoSide({ side, reason }: { side: TextSide; reason: NoText }) {
  const { t } = useMessages();
  return <EmptyState icon={<FileX size={22} />} title={t(reasons[reason])} text={sideLabel(side, t)} />;
}

type FileSide = Extract<TextSide, { kind: "file" }>;

/** Offers to create a missing configuration file from the sample that it is compared with. */
export function NotYet(
  { side, sample, onCreated }: { side: FileSide; sample: string; onCreated: () => void },
) {
  const { t } = useMessages();
  const api = useApi();
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: () => fileRequests(api, side).save(sample, "nothing"),
    onSuccess: onCreated,
    onError: (error) => toast.problem(error),
  });
  return (
    <EmptyState
      icon={<FilePlus2 size={22} />}
      title={t("diff.sideNotYet")}
      text={`${sideLabel(side, t)} · ${t("diff.sideNotYetHelp")}`}
      action={
        <Button variant="primary" loading={isPending} onClick={() => mutate()}>
          {t("files.configCreateFromSample")}
        </Button>
      }
    />
  );
}

/** Returns whether a side is a current configuration file, which may not exist yet. */
export function isConfigNow(side: TextSide): side is FileSide {
  return side.kind === "file" && side.area === "config" && side.versionId === null;
}

/** Returns the name of a side, for the page and for screen readers. */
export function sideLabel(side: TextSide, t: Translate): string {
  if (side.kind === "sample") return `${t("diff.sideSample")} · ${side.name}`;
  if (side.kind === "log") return `${t("diff.sideLog")} · ${side.path}`;
  const version = side.versionId === null ? "" : ` · ${t("diff.sideVersion", { id: side.versionId })}`;
  return `${t(side.area === "config" ? "diff.areaConfig" : "diff.areaScripts")} · ${side.path}${version}`;
}
