import { useMutation } from "@tanstack/react-query";
import { FilePlus2 } from "lucide-react";
import { fileRequests } from "../../api/file_requests.ts";
import type { TextSide } from "../../api/text_side.ts";
import { useApi } from "../../api/use_api.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { sideLabel } from "./side_label.ts";

type FileSide = Extract<TextSide, { kind: "file" }>;

/** A configuration file that is compared with a sample and is not there: it can be made from that. */
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
      icon={<FilePlus2 size={22} aria-hidden />}
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

/** Tells a configuration file as it is now, which may be one that was never made. */
export function isConfigNow(side: TextSide): side is FileSide {
  return side.kind === "file" && side.area === "config" && side.versionId === null;
}
