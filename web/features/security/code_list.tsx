import { Download } from "lucide-react";
import { Button } from "../../ui/inputs/button.tsx";
import { CopyButton } from "../../ui/inputs/copy_button.tsx";
import { useAskBeforeClose } from "../../ui/overlays/confirm_dialog.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

/**
 * Returns a function that asks for confirmation before recovery codes are closed that were neither copied nor
 * saved.
 */
export function useAskStored(onClose: () => void) {
  const { t } = useMessages();
  return useAskBeforeClose({
    title: t("security.closeCodesTitle"),
    text: t("security.closeCodesText"),
    onClose,
  });
}

/** Renders recovery codes to copy or save as a file. */
export function CodeList({ codes, username }: { codes: readonly string[]; username: string }) {
  const { t } = useMessages();
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">{t("security.keepText")}</p>
      <ul
        aria-label={t("security.codesTitle")}
        className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-md bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => <li key={code} className="select-all">{code}</li>)}
      </ul>
      <div className="flex items-center gap-2">
        <CopyButton text={text} size="default" />
        <Button icon={<Download size={14} aria-hidden />} onClick={() => save(text, username)}>
          {t("security.download")}
        </Button>
      </div>
    </div>
  );
}

function save(text: string, username: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = `sundial-recovery-codes-${username.replace(/[^\w.-]+/g, "_")}.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
}
