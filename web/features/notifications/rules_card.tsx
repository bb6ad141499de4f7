import { Pencil, Trash2 } from "../../ui/icons/icons.ts";
import type { Channel, StoredRule } from "../../../server/contract/notifications.ts";
import { Badge } from "../../ui/feedback/badge.tsx";
import { Card } from "../../ui/data/card.tsx";
import { classNames } from "../../ui/class_names.ts";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { NewButton } from "../../ui/buttons/new_button.tsx";
import { SortableItems } from "../../ui/data/sortable_items.tsx";
import { useNarrow } from "../../ui/use_narrow.ts";
import { Switch } from "../../ui/inputs/switch.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import type { Links } from "./use_url_state.ts";
import { type RuleActions, useRuleActions } from "./use_rule_actions.tsx";
import { useMay } from "../../api/use_permissions.ts";

const maxBadges = 4;

interface RulesProps {
  rules: readonly StoredRule[];
  channels: readonly Channel[];
  links: Links;
}

/** The rules in their order. Without a channel there is nothing they could do. */
export function RulesCard(props: RulesProps) {
  const { rules, channels, links } = props;
  const { t } = useMessages();
  const actions = useRuleActions();
  const mayWrite = useMay("notifications:write");
  if (channels.length === 0 && rules.length === 0) return null;
  return (
    <Card
      flush
      id="rules"
      title={t("notifications.rules")}
      help={t("notifications.rulesHelp")}
      actions={mayWrite && (
        <NewButton
          label={t("notifications.addRule")}
          onClick={() => links.openRule("new")}
        />
      )}
    >
      {rules.length === 0
        ? <EmptyState title={t("notifications.noRules")} text={t("notifications.noRulesHelp")} />
        : <RuleList {...props} actions={actions} />}
      {actions.question}
    </Card>
  );
}

function RuleList({ rules, actions, ...props }: RulesProps & { actions: RuleActions }) {
  const { t } = useMessages();
  if (!useMay("notifications:write")) {
    return (
      <ul className="divide-y divide-line">
        {rules.map((rule) => (
          <li key={rule.id} className="flex flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2">
            <RuleText rule={rule} channels={props.channels} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <SortableItems
      items={rules}
      nameOf={({ name }) => name}
      handleLabel={(name) => t("notifications.moveRule", { name })}
      onOrder={(ids) => void actions.order(ids)}
      className="divide-y divide-line"
      itemClassName="flex flex-wrap items-center gap-x-2 gap-y-1 py-2 ps-1 pe-3"
    >
      {(rule) => <RuleRow rule={rule} actions={actions} {...props} />}
    </SortableItems>
  );
}

function RuleRow(
  { rule, actions, channels, links }: Omit<RulesProps, "rules"> & { rule: StoredRule; actions: RuleActions },
) {
  const { t } = useMessages();
  const { id, name, enabled } = rule;
  return (
    <>
      <RuleText rule={rule} channels={channels} onOpen={() => links.openRule(id)} />
      <Switch
        hideLabel
        label={t("notifications.ruleOn", { name })}
        checked={enabled}
        onChecked={(on) => actions.enable(rule, on)}
      />
      <IconButton
        size="small"
        tooltip={false}
        title={t("ui.edit")}
        label={t("ui.labelAndValue", { label: t("ui.edit"), value: name })}
        icon={<Pencil />}
        onClick={() => links.openRule(id)}
      />
      <IconButton
        size="small"
        tone="danger"
        tooltip={false}
        title={t("ui.delete")}
        label={t("ui.labelAndValue", { label: t("ui.delete"), value: name })}
        icon={<Trash2 />}
        onClick={() => actions.askDelete(rule)}
      />
    </>
  );
}

/** Renders the name of a rule, its events and where its messages go; without `onOpen`, to be read only. */
function RuleText(
  { rule, channels, onOpen }: Pick<RulesProps, "channels"> & { rule: StoredRule; onOpen?: () => void },
) {
  const { t, format } = useMessages();
  const { name, enabled } = rule;
  const goesTo = useGoesTo(rule, channels);
  const narrow = useNarrow();
  const nameClass = classNames("max-w-full truncate text-sm font-medium", !enabled && "text-muted");
  return (
    <div className="min-w-0 flex-1">
      {onOpen
        ? (
          <button
            type="button"
            onClick={onOpen}
            className={classNames(nameClass, "hover:text-accent-text hover:underline")}
          >
            {name}
          </button>
        )
        : <span className={nameClass}>{name}</span>}
      {narrow
        ? (
          <div className="text-xs text-muted">
            <div className="line-clamp-2">
              {format.list(rule.events.map((event) => t(`eventNames.${event}`)))}
            </div>
            <div className="truncate">→ {goesTo}</div>
          </div>
        )
        : (
          <div className="flex flex-wrap items-center gap-1 text-xs text-muted">
            <EventBadges rule={rule} />
            <span className="break-words">→ {goesTo}</span>
          </div>
        )}
    </div>
  );
}

function EventBadges({ rule: { events } }: { rule: StoredRule }) {
  const { t } = useMessages();
  // One more is shown rather than counted.
  const badges = events.length <= maxBadges + 1 ? events : events.slice(0, maxBadges);
  const rest = events.slice(badges.length).map((event) => t(`eventNames.${event}`));
  return (
    <>
      {badges.map((event) => <Badge key={event}>{t(`eventNames.${event}`)}</Badge>)}
      {rest.length > 0 && (
        <span title={rest.join("\n")}>{t("notifications.moreEvents", { count: rest.length })}</span>
      )}
    </>
  );
}

/** Says where a rule's messages go, and what else it heeds. */
function useGoesTo(
  { channelIds, labels, taskIds, quietHours }: StoredRule,
  channels: readonly Channel[],
): string {
  const { t, format } = useMessages();
  const names = channels.filter(({ id }) => channelIds.includes(id)).map(({ name }) => name);
  const where = names.length === 0 ? t("notifications.toDefault") : format.list(names);
  const tasks = [...(labels ?? []), ...(taskIds ?? []).map((id) => t("notifications.taskNumber", { id }))];
  const quiet = quietHours && t("notifications.quietFromTo", quietHours);
  return [where, format.list(tasks), quiet].filter(Boolean).join(" · ");
}
