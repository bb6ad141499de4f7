import { useState } from "react";
import type { Heartbeat } from "../../../../server/contract/heartbeats.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { Card } from "../../../ui/data/card.tsx";
import { Tabs } from "../../../ui/data/tabs.tsx";
import { CopyButton } from "../../../ui/inputs/copy_button.tsx";
import { addressOf } from "../actions/use_heartbeat_actions.tsx";
import { type ExampleKind, exampleKinds, exampleNames, exampleOf } from "./ping_examples.ts";

/** Renders the address to request, and how programs do so. */
export function AddressCard({ heartbeat }: { heartbeat: Heartbeat }) {
  const { t } = useMessages();
  const [kind, setKind] = useState<ExampleKind>("curl");
  const address = addressOf(heartbeat);
  const { postOnly: isPost, schedule } = heartbeat;
  const example = exampleOf(kind, address, { isPost, schedule });
  return (
    <Card title={t("heartbeats.address")} help={t("heartbeats.addressHelp")}>
      <div className="flex flex-col gap-4">
        <Code label={t("heartbeats.address")} text={address} />
        <p className="text-sm text-muted">{t("heartbeats.actionsHelp")}</p>
        <div className="flex flex-col gap-3">
          <Tabs
            label={t("heartbeats.examples")}
            value={kind}
            onValue={setKind}
            tabs={exampleKinds.map((value) => ({ value, label: exampleNames[value] }))}
          />
          <div role="tabpanel" aria-label={exampleNames[kind]}>
            <Code label={exampleNames[kind]} text={example} />
          </div>
        </div>
      </div>
    </Card>
  );
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex items-start gap-1 rounded-md bg-sunken py-2 ps-3 pe-1.5">
      <code
        aria-label={label}
        dir="ltr"
        className="min-w-0 flex-1 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </code>
      <span className="-my-1 shrink-0">
        <CopyButton text={text} />
      </span>
    </div>
  );
}
