import type { Parameter } from "../../../../server/contract/parameters.ts";
import type { Webhook } from "../../../../server/contract/webhooks.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { CopyButton } from "../../../ui/inputs/copy_button.tsx";
import { curlExample } from "./curl_example.ts";
import { addressOf } from "./webhook_api.ts";

/** Renders a command line that sends a delivery. */
export function Example(
  { webhook, parameters, secret }: {
    webhook: Webhook;
    parameters: readonly Parameter[];
    secret: string | null;
  },
) {
  const { t } = useMessages();
  const text = curlExample({ ...webhook, url: addressOf(webhook) }, parameters, secret);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted">
        {t(secret === null ? "webhooks.exampleHelp" : "webhooks.exampleNow")}
      </p>
      <div className="flex items-start gap-1">
        <pre
          className="min-w-0 flex-1 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs"
          tabIndex={0}
          aria-label={t("webhooks.example")}
        >{text}</pre>
        <CopyButton text={text} />
      </div>
    </div>
  );
}
