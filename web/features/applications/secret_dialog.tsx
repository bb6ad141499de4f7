import type { ApplicationWithSecret } from "../../../server/contract/applications.ts";
import { useApi } from "../../api/use_api.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { CopyButton } from "../../ui/inputs/copy_button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useAskBeforeClose } from "../../ui/overlays/use_ask_before_close.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

/** Shows a secret, this once. */
export function SecretDialog({ made, onClose }: { made: ApplicationWithSecret; onClose: () => void }) {
  const { t } = useMessages();
  const { ask, question } = useAskBeforeClose({
    title: t("applications.secretCloseTitle"),
    text: t("applications.secretCloseText"),
    onClose,
  });
  return (
    <Dialog
      open
      onClose={ask}
      title={t("applications.secretTitle", { name: made.name })}
      footer={<Button variant="primary" onClick={onClose}>{t("applications.secretDone")}</Button>}
    >
      <div className="flex flex-col gap-5">
        <Callout tone="warning">{t("applications.secretWarning")}</Callout>
        <Visible label={t("applications.clientId")} text={made.clientId} />
        <Visible label={t("applications.clientSecret")} text={made.clientSecret} />
        <section className="flex flex-col gap-1.5">
          <h3 className="text-sm font-medium">{t("applications.secretNext")}</h3>
          <Example made={made} />
        </section>
      </div>
      {question}
    </Dialog>
  );
}

function Visible({ label, text }: { label: string; text: string }) {
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

// The secret stays out: what is copied from here ends up in scripts and histories.
function Example({ made: { clientId } }: { made: ApplicationWithSecret }) {
  const address = useApi().url("/auth/token");
  const text = `curl -X POST ${location.origin}${address} \\
  -H 'Content-Type: application/json' \\
  -d '{"clientId": "${clientId}", "clientSecret": "…"}'`;
  return (
    <pre
      className="overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs"
      tabIndex={0}
    >{text}</pre>
  );
}
