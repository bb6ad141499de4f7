import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { typeMessages } from "../show/subscription_status.tsx";
import { proposedAlias } from "./draft.ts";
import { withAddress } from "./fill.ts";
import type { FormParts } from "./form_parts.ts";
import { LoginFields } from "./login_fields.tsx";
import { subscriptionLimits } from "../../../../server/contract/limits/subscriptions.ts";

const types = ["public_repository", "private_repository", "file"] as const;

/** Where the scripts come from. */
export function SourceFields(parts: FormParts) {
  const { draft, set, fault: error } = parts;
  const { t } = useMessages();
  const file = draft.type === "file";
  return (
    <>
      <TextField
        label={t("subscriptions.address")}
        mono
        value={draft.url}
        maxLength={subscriptionLimits.url}
        autoFocus
        autoComplete="off"
        placeholder={t(file ? "subscriptions.addressFile" : "subscriptions.addressRepository")}
        onChange={(event) => set(withAddress(draft, event.target.value))}
        help={t("subscriptions.addressHelp")}
        error={error("url")}
      />
      <SegmentedControl
        label={t("subscriptions.type")}
        value={draft.type}
        options={types.map((value) => ({ value, label: t(typeMessages[value]) }))}
        onValue={(type) => set({ type })}
      />
      {draft.type === "private_repository" && <LoginFields {...parts} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t("subscriptions.name")}
          value={draft.name}
          maxLength={subscriptionLimits.name}
          autoComplete="off"
          placeholder={proposedAlias(draft)}
          onChange={(event) => set({ name: event.target.value })}
          error={error("name")}
        />
        {!file && (
          <TextField
            label={t("subscriptions.branch")}
            optional
            mono
            value={draft.branch}
            maxLength={subscriptionLimits.branch}
            autoComplete="off"
            onChange={(event) => set({ branch: event.target.value })}
            help={t("subscriptions.branchHelp")}
            error={error("branch")}
          />
        )}
      </div>
    </>
  );
}
