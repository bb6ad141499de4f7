import { FieldGroup, FoldedSection } from "../../../ui/inputs/folded_section.tsx";
import { ZoneField } from "../../../ui/inputs/zone_field.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { Switch } from "../../../ui/inputs/switch.tsx";
import { TextArea } from "../../../ui/inputs/text_area.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { advancedFields } from "./form_issues.ts";
import { FileFields } from "./file_fields.tsx";
import type { FormParts } from "./form_parts.ts";
import { PasswordFields } from "./login_fields.tsx";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { readSubscriptionAddress } from "../../../../server/contract/subscription_address.ts";
import type { HostKeys, Subscription } from "../../../../server/contract/subscriptions.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { Button } from "../../../ui/inputs/button.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { subscriptionLimits } from "../../../../server/contract/limits/subscriptions.ts";

/** What is rarely set, folded away. A fault in it opens it. */
export function AdvancedFields(parts: FormParts) {
  const { t } = useMessages();
  return (
    <FoldedSection
      name="subscription.advanced"
      title={t("subscriptions.advanced")}
      hint={t("subscriptions.advancedHint")}
      forced={advancedFields.some((path) => parts.fault(path) !== undefined)}
    >
      <FieldGroup title={t("subscriptions.groupFiles")}>
        <FileFields {...parts} />
      </FieldGroup>
      <FieldGroup title={t("subscriptions.groupTasks")}>
        <TaskFields {...parts} />
      </FieldGroup>
      <FieldGroup title={t("subscriptions.groupReview")}>
        <ReviewFields {...parts} />
      </FieldGroup>
      <FieldGroup title={t("subscriptions.groupAround")}>
        <AroundFields {...parts} />
      </FieldGroup>
      <FieldGroup title={t("subscriptions.groupPlace")}>
        <LocationFields {...parts} />
      </FieldGroup>
    </FoldedSection>
  );
}

function TaskFields({ draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  return (
    <>
      <Switch
        label={t("subscriptions.autoAdd")}
        help={t("subscriptions.autoAddHelp")}
        checked={draft.autoAdd}
        onChecked={(autoAdd) => set({ autoAdd })}
      />
      <Switch
        label={t("subscriptions.autoDelete")}
        help={t("subscriptions.autoDeleteHelp")}
        checked={draft.autoDelete}
        onChecked={(autoDelete) => set({ autoDelete })}
      />
      <Select
        label={t("subscriptions.onChange")}
        value={draft.onChange}
        options={[
          {
            value: "keep",
            label: t("subscriptions.onChangeKeep"),
            help: t("subscriptions.onChangeKeepHelp"),
          },
          {
            value: "follow",
            label: t("subscriptions.onChangeFollow"),
            help: t("subscriptions.onChangeFollowHelp"),
          },
        ]}
        onValue={(onChange) => set({ onChange })}
        error={error("onChange")}
      />
    </>
  );
}

function ReviewFields({ draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  const file = draft.type === "file";
  const options = [
    {
      value: "automatic" as const,
      label: t("subscriptions.reviewAutomatic"),
      help: t("subscriptions.reviewAutomaticHelp"),
    },
    { value: "ask" as const, label: t("subscriptions.reviewAsk"), help: t("subscriptions.reviewAskHelp") },
    {
      value: "pinned" as const,
      label: t("subscriptions.reviewPinned"),
      help: t("subscriptions.reviewPinnedHelp"),
    },
  ];
  const visible = file ? options.filter(({ value }) => value !== "pinned") : options;
  const value = file && draft.review === "pinned" ? "ask" : draft.review;
  return (
    <>
      <Select
        label={t("subscriptions.review")}
        value={value}
        options={visible}
        onValue={(review) => set({ review })}
        help={options.find((one) => one.value === value)?.help}
        error={error("review")}
      />
      {value === "pinned" && (
        <TextField
          label={t("subscriptions.pinnedCommit")}
          mono
          value={draft.pinnedCommit}
          maxLength={64}
          autoComplete="off"
          onChange={(event) => set({ pinnedCommit: event.target.value.trim().toLowerCase() })}
          help={t("subscriptions.pinnedCommitHelp")}
          error={error("pinnedCommit")}
        />
      )}
    </>
  );
}

function AroundFields({ draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  return (
    <>
      <TextArea
        label={t("subscriptions.before")}
        optional
        mono
        value={draft.before}
        onChange={(event) => set({ before: event.target.value })}
        help={t("subscriptions.beforeHelp")}
        error={error("before")}
      />
      <TextArea
        label={t("subscriptions.after")}
        optional
        mono
        value={draft.after}
        onChange={(event) => set({ after: event.target.value })}
        help={t("subscriptions.afterHelp")}
        error={error("after")}
      />
    </>
  );
}

function LocationFields(parts: FormParts) {
  const { subscription, draft, set, fault: error } = parts;
  const { t } = useMessages();
  return (
    <>
      {draft.type === "file" && <PasswordFields {...parts} />}
      <TextField
        label={t("subscriptions.proxy")}
        optional
        mono
        value={draft.proxy}
        maxLength={subscriptionLimits.proxy}
        autoComplete="off"
        placeholder="socks5://127.0.0.1:1080"
        onChange={(event) => set({ proxy: event.target.value })}
        help={t("subscriptions.proxyHelp")}
        error={error("proxy")}
      />
      <ZoneField
        value={draft.timeZone}
        onValue={(timeZone) => set({ timeZone })}
        help={t("subscriptions.timeZoneHelp")}
        error={error("timeZone")}
      />
      {subscription && <KnownHostKeys subscription={subscription} />}
    </>
  );
}

/** The keys by which the panel knows the subscription's SSH server, and the way to forget them; nothing while there are none. */
function KnownHostKeys({ subscription: { id, url } }: { subscription: Subscription }) {
  const { t } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const queryKey = queryKeys.subscriptions("host-key", id);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<HostKeys>(`/subscriptions/${id}/host-key`, { signal }),
    enabled: readSubscriptionAddress(url)?.protocol === "ssh",
    retry: false,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.post(`/subscriptions/${id}/host-key/forget`),
    onSuccess: () => toast.message("success", t("subscriptions.hostKeysForgotten")),
    onError: toast.problem,
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  if (!data || data.keys.length === 0) return null;
  return (
    <section className="flex flex-col gap-1.5" aria-label={t("subscriptions.hostKeys", { host: data.host })}>
      <h4 className="text-sm font-medium">{t("subscriptions.hostKeys", { host: data.host })}</h4>
      <ul className="flex flex-col gap-1 font-mono text-xs text-muted">
        {data.keys.map(({ type, fingerprint }) => (
          <li key={fingerprint} className="break-all">{type} {fingerprint}</li>
        ))}
      </ul>
      <div className="flex items-start gap-3">
        <p className="flex-1 text-xs text-muted">{t("subscriptions.hostKeysHelp")}</p>
        <Button
          size="small"
          loading={isPending}
          onClick={() =>
            mutate()}
        >
          {t("subscriptions.hostKeysForget")}
        </Button>
      </div>
    </section>
  );
}
