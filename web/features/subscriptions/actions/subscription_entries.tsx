import {
  ClipboardCheck,
  Eye,
  ListChecks,
  PackagePlus,
  Pencil,
  Play,
  Power,
  PowerOff,
  ScrollText,
  Trash2,
} from "../../../ui/icons/icons.ts";
import type { DependencyType } from "../../../../server/contract/dependencies.ts";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { paths } from "../../../paths.ts";
import type { MenuEntry, MenuItem } from "../../../ui/overlays/menu_entries.ts";
import type { Translate } from "../../../messages/create_messages.ts";
import type { SubscriptionActions } from "./use_subscription_actions.tsx";
import { StopIcon } from "../../../ui/buttons/stop_icon.tsx";

/** Returns whether an active or queued pull can be stopped. */
export function isStoppable({ activeRun }: Pick<Subscription, "activeRun">): boolean {
  return activeRun !== null;
}

const typeNames: Record<DependencyType, string> = {
  node: "Node",
  python: "Python",
  linux: "Linux",
  deno: "Deno",
};

/** Returns the packages that the repository asks for and that are not among the dependencies, by type. */
export function missingPackages({ id, packages, ownPython }: Subscription) {
  const missing = Map.groupBy(packages.filter(({ listed }) => !listed), ({ type }) => type);
  return [...missing].map(([type, ofType]) => {
    const names = ofType.map(({ name }) => name);
    const owner = type === "python" && ownPython ? id : undefined;
    return { type: typeNames[type], names, href: paths.dependencyForm(type, names.join(" "), owner) };
  });
}

interface EntryParts {
  actions: SubscriptionActions;
  t: Translate;
}

export function subscriptionEntries(subscription: Subscription, parts: EntryParts): MenuEntry[] {
  const { actions: { askDelete, links, preview, mayWrite }, t } = parts;
  const { id } = subscription;
  const log = {
    label: t("subscriptions.log"),
    icon: <ScrollText />,
    onSelect: () => links.log(id),
    shortcut: "L",
  };
  const tasks = {
    label: t("subscriptions.tasksShow"),
    icon: <ListChecks />,
    onSelect: () => links.tasks(id),
    disabled: subscription.taskCount === 0,
  };
  if (!mayWrite) return [log, tasks];
  return [
    ...(subscription.waiting ? [waitingEntry(subscription, parts), "separator" as const] : []),
    runEntry(subscription, parts),
    {
      label: t("subscriptions.preview"),
      icon: <Eye />,
      onSelect: () => void preview(subscription),
      shortcut: "P",
    },
    log,
    tasks,
    "separator",
    { label: t("subscriptions.edit"), icon: <Pencil />, onSelect: () => links.edit(id), shortcut: "E" },
    switchEntry(subscription, parts),
    ...missingPackages(subscription).map(({ type, names, href }): MenuItem => ({
      label: t("subscriptions.installPackages", { count: names.length, type }),
      icon: <PackagePlus />,
      onSelect: () => links.install(href),
    })),
    "separator",
    {
      label: t("ui.delete"),
      icon: <Trash2 />,
      danger: true,
      onSelect: () => askDelete([subscription]),
      shortcut: "Del",
    },
  ];
}

function waitingEntry({ id }: Subscription, { actions, t }: EntryParts): MenuItem {
  return {
    label: t("subscriptions.reviewChanges"),
    icon: <ClipboardCheck />,
    onSelect: () => actions.links.waiting(id),
    shortcut: "A",
  };
}

function runEntry(subscription: Subscription, { actions: { perform }, t }: EntryParts): MenuItem {
  return isStoppable(subscription)
    ? {
      label: t("subscriptions.stop"),
      icon: <StopIcon />,
      onSelect: () => void perform("stop", [subscription]),
      shortcut: "S",
    }
    : {
      label: t("subscriptions.run"),
      icon: <Play />,
      onSelect: () => void perform("run", [subscription]),
      shortcut: "R",
    };
}

function switchEntry(subscription: Subscription, { actions: { perform }, t }: EntryParts): MenuItem {
  return subscription.enabled
    ? {
      label: t("subscriptions.disable"),
      icon: <PowerOff />,
      onSelect: () => void perform("disable", [subscription]),
    }
    : {
      label: t("subscriptions.enable"),
      icon: <Power />,
      onSelect: () => void perform("enable", [subscription]),
    };
}
