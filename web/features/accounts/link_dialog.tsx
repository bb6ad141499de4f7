import { useState } from "react";
import type { CreatedInvitation } from "../../../server/contract/accounts.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Check, Copy } from "../../ui/icons/icons.ts";
import { useCopy } from "../../ui/inputs/copy_button.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useAskBeforeClose } from "../../ui/leave/use_ask_before_close.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";

/** Renders the link of a new invitation, which is displayed only once. */
export function LinkDialog({ created, onClose }: { created: CreatedInvitation; onClose: () => void }) {
  const { t, format } = useMessages();
  const [copied, setCopied] = useState(false);
  const copy = useCopy();
  const { ask, question } = useAskBeforeClose({
    title: t("accounts.linkCloseTitle"),
    text: t("accounts.linkCloseText"),
    when: !copied,
    onClose,
  });
  return (
    <Dialog
      onClose={ask}
      title={t("accounts.linkTitle")}
      footer={
        <>
          <Button onClick={ask}>{t("accounts.linkDone")}</Button>
          <Button
            variant="primary"
            autoFocus
            icon={copied ? <Check /> : <Copy />}
            onClick={async () => {
              if (await copy(created.url)) setCopied(true);
            }}
          >
            {t(copied ? "ui.copied" : "ui.copy")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Callout tone="warning">
          {t("accounts.linkText", { time: format.dayAndTime(created.expiresAt) })}
        </Callout>
        {created.sent && (
          <Callout tone={created.sent.ok ? "accent" : "danger"}>
            {t(created.sent.ok ? "accounts.linkSent" : "accounts.linkNotSent", {
              channel: created.sent.channel,
              reason: created.sent.answer,
            })}
          </Callout>
        )}
        <TextField
          mono
          readOnly
          label={t("accounts.link")}
          value={created.url}
          onFocus={(event) => event.target.select()}
          // Whoever copies it by keyboard has it, too.
          onCopy={() => setCopied(true)}
        />
      </div>
      {question}
    </Dialog>
  );
}
