import type { Parameter } from "../../../../server/contract/parameters.ts";
import type { NewWebhook } from "../../../../server/contract/webhooks.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { CopyButton } from "../../../ui/inputs/copy_button.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { useAskBeforeClose } from "../../../ui/leave/use_ask_before_close.ts";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { addressOf } from "./webhook_api.ts";
import { Example } from "./webhook_example.tsx";

/** Renders a new secret, which is displayed only once. */
export default function SecretDialog(
  { made, parameters, onClose }: { made: NewWebhook; parameters: readonly Parameter[]; onClose: () => void },
) {
  const { t } = useMessages();
  const { ask, close, question } = useAskBeforeClose({
    title: t("webhooks.secretCloseTitle"),
    text: t("webhooks.secretCloseText"),
    onClose,
  });
  return (
    <Dialog
      onClose={ask}
      title={t("webhooks.secretTitle")}
      footer={<Button variant="primary" onClick={close}>{t("webhooks.secretDone")}</Button>}
    >
      <div className="flex flex-col gap-5">
        <Callout tone="warning">{t("webhooks.secretWarning")}</Callout>
        <Credential label={t("webhooks.address")} text={addressOf(made)} />
        <Credential label={t("webhooks.secret")} text={made.secret} />
        <section className="flex flex-col gap-1.5">
          <h3 className="text-sm font-medium">{t("webhooks.example")}</h3>
          <Example webhook={made} parameters={parameters} secret={made.secret} />
        </section>
      </div>
      {question}
    </Dialog>
  );
}

function Credential({ label, text }: { label: string; text: string }) {
  return (
    <TextField
      mono
      readOnly
      label={label}
      value={text}
      onFocus={(event) => event.target.select()}
      end={<CopyButton text={text} />}
    />
  );
}
