import { subscriptionLimits } from "../../../../server/contract/limits/subscriptions.ts";
import { readSubscriptionAddress } from "../../../../server/contract/subscription_address.ts";
import type { HostKeys, Subscription } from "../../../../server/contract/subscriptions.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApiQuery } from "../../../api/use_api.tsx";
import { useIsAdministrator } from "../../../api/use_permissions.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useAction } from "../../../shared/actions/use_action.ts";
import {
  Select,
  Switch,
  TextArea,
  TextField,
  useFormField,
  useFormValues,
  ZoneField,
} from "../../../ui/form/fields.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { FieldGroup, FoldedSection } from "../../../ui/inputs/folded_section.tsx";
import { Select as SelectInput } from "../../../ui/inputs/select.tsx";
import { UserFields } from "./source_fields.tsx";
import { proposedAlias, type SubscriptionValues } from "./subscription_values.ts";

interface AdvancedProps {
  /** The subscription that is edited; null for a new one. */
  subscription: Subscription | null;
}

/** Renders rarely used fields in a collapsed section. */
export function AdvancedFields({ subscription }: AdvancedProps) {
  const { t } = useMessages();
  return (
    <FoldedSection
      name="subscription.advanced"
      title={t("subscriptions.advanced")}
      hint={t("subscriptions.advancedHint")}
    >
      <FieldGroup title={t("subscriptions.groupFiles")}>
        <FileFields />
      </FieldGroup>
      <FieldGroup title={t("subscriptions.groupTasks")}>
        <TaskFields />
      </FieldGroup>
      <FieldGroup title={t("subscriptions.groupReview")}>
        <ReviewFields />
      </FieldGroup>
      <FieldGroup title={t("subscriptions.groupAround")}>
        <HookFields />
      </FieldGroup>
      <FieldGroup title={t("subscriptions.groupPlace")}>
        <ConnectionFields subscription={subscription} />
      </FieldGroup>
    </FoldedSection>
  );
}

const filters: readonly {
  name: string;
  label: MessageKey;
  help: MessageKey;
  example: string;
  max: number;
}[] = [
  {
    name: "whitelist",
    label: "subscriptions.whitelist",
    help: "subscriptions.whitelistHelp",
    example: "^daily/|sign_.*\\.js$",
    max: subscriptionLimits.filter,
  },
  {
    name: "blacklist",
    label: "subscriptions.blacklist",
    help: "subscriptions.blacklistHelp",
    example: "backup|old/",
    max: subscriptionLimits.filter,
  },
  {
    name: "dependencyWords",
    label: "subscriptions.dependencyWords",
    help: "subscriptions.dependencyWordsHelp",
    example: "^utils/|notify",
    max: subscriptionLimits.filter,
  },
  {
    name: "extensions",
    label: "subscriptions.extensions",
    help: "subscriptions.extensionsHelp",
    example: "js py ts sh",
    max: subscriptionLimits.extensions,
  },
];

/** Renders the fields that select files, tasks among them, and their folder. */
function FileFields() {
  const { t } = useMessages();
  const isAdministrator = useIsAdministrator();
  const values = useFormValues<SubscriptionValues>();
  const applicable = values.type === "file" ? [] : filters;
  return (
    <>
      {applicable.map(({ name, label, help, example, max }) => (
        <TextField
          key={name}
          name={name}
          label={t(label)}
          optional
          mono
          maxLength={max}
          autoComplete="off"
          placeholder={example}
          help={t(help)}
        />
      ))}
      <TextField
        name="alias"
        label={t("subscriptions.alias")}
        optional
        mono
        autoComplete="off"
        placeholder={proposedAlias(values)}
        help={t("subscriptions.aliasHelp")}
      />
      {isAdministrator && values.type !== "file" && (
        <TextField
          name="applyFolder"
          label={t("subscriptions.applyFolder")}
          optional
          mono
          maxLength={subscriptionLimits.applyFolder}
          autoComplete="off"
          placeholder="panel"
          help={t("subscriptions.applyFolderHelp")}
        />
      )}
    </>
  );
}

function TaskFields() {
  const { t } = useMessages();
  const { autoAdd } = useFormValues<SubscriptionValues>();
  return (
    <>
      <Switch name="autoAdd" label={t("subscriptions.autoAdd")} help={t("subscriptions.autoAddHelp")} />
      {autoAdd && (
        <Switch
          name="requireHeader"
          label={t("subscriptions.requireHeader")}
          help={t("subscriptions.requireHeaderHelp")}
        />
      )}
      <Switch
        name="autoDelete"
        label={t("subscriptions.autoDelete")}
        help={t("subscriptions.autoDeleteHelp")}
      />
      <Select
        name="onChange"
        label={t("subscriptions.onChange")}
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
      />
      <Switch name="ownPython" label={t("subscriptions.ownPython")} help={t("subscriptions.ownPythonHelp")} />
    </>
  );
}

function ReviewFields() {
  const { t } = useMessages();
  const isFile = useFormValues<SubscriptionValues>().type === "file";
  const review = useFormField<SubscriptionValues["review"]>("review");
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
  // A file has no commits.
  const value = isFile && review.value === "pinned" ? "ask" : review.value;
  return (
    <>
      <SelectInput
        {...review}
        label={t("subscriptions.review")}
        value={value}
        options={isFile ? options.filter(({ value }) => value !== "pinned") : options}
        help={options.find((one) => one.value === value)?.help}
      />
      {value === "pinned" && (
        <TextField
          name="pinnedCommit"
          label={t("subscriptions.pinnedCommit")}
          mono
          maxLength={64}
          autoComplete="off"
          parse={(text) => text.trim().toLowerCase()}
          help={t("subscriptions.pinnedCommitHelp")}
        />
      )}
    </>
  );
}

function HookFields() {
  const { t } = useMessages();
  return (
    <>
      <TextArea
        name="before"
        label={t("subscriptions.before")}
        optional
        mono
        help={t("subscriptions.beforeHelp")}
      />
      <TextArea
        name="after"
        label={t("subscriptions.after")}
        optional
        mono
        help={t("subscriptions.afterHelp")}
      />
    </>
  );
}

function ConnectionFields({ subscription }: AdvancedProps) {
  const { t } = useMessages();
  const { type } = useFormValues<SubscriptionValues>();
  return (
    <>
      {type === "file" && <UserFields subscription={subscription} />}
      <TextField
        name="proxy"
        label={t("subscriptions.proxy")}
        optional
        mono
        maxLength={subscriptionLimits.proxy}
        autoComplete="off"
        placeholder="socks5://127.0.0.1:1080"
        help={t("subscriptions.proxyHelp")}
      />
      <ZoneField name="timeZone" help={t("subscriptions.timeZoneHelp")} />
      {subscription && <KnownHostKeys subscription={subscription} />}
    </>
  );
}

/**
 * Renders the known host keys of the SSH server, and a button to forget them; nothing when there are none.
 */
function KnownHostKeys({ subscription: { id, url } }: { subscription: Subscription }) {
  const { t } = useMessages();
  const queryKey = queryKeys.subscriptions("host-key", id);
  const { data } = useApiQuery<HostKeys>(queryKey, `/subscriptions/${id}/host-key`, {
    enabled: readSubscriptionAddress(url)?.protocol === "ssh",
    retry: false,
  });
  const forget = useAction({
    send: (api) => api.post(`/subscriptions/${id}/host-key/forget`),
    invalidates: [queryKey],
    done: "subscriptions.hostKeysForgotten",
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
          loading={forget.isPending}
          onClick={() =>
            forget.mutate(undefined)}
        >
          {t("subscriptions.hostKeysForget")}
        </Button>
      </div>
    </section>
  );
}
