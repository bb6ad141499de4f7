import { paths } from "../../paths.ts";
import { runStateStyles } from "../../shared/run/run_state.tsx";
import type { Tone } from "../../ui/tones.ts";
import type { Messages } from "../../messages/create_messages.ts";
import type { Run } from "../../../server/contract/runs.ts";
import type { AttentionItem, Concern } from "./attention.ts";

export interface AttentionStyle {
  title: string;
  tone: Tone;
  href: string;
}

/** Returns the title, tone and link of an item. */
export function styleOf(
  { concern, count }: Pick<AttentionItem, "concern" | "count">,
  messages: Messages,
): AttentionStyle {
  const style = styleOfOne(concern, messages);
  return count > 1 ? { ...style, title: `${style.title} ×${messages.format.number(count)}` } : style;
}

function styleOfOne(concern: Concern, { t, format }: Messages): AttentionStyle {
  switch (concern.kind) {
    case "run":
      return runStyle(concern.run, t);
    case "login": {
      const title = t("notifications.bellLogin", { ip: concern.entry.ip });
      return { title, tone: "warning", href: paths.loginLog() };
    }
    case "backup":
      return { title: t("notifications.bellBackup"), tone: "danger", href: paths.backups() };
    case "delivery": {
      const title = t("notifications.bellDelivery", { title: concern.delivery.title });
      return { title, tone: "danger", href: paths.notifications({ state: "failed" }) };
    }
    case "disk": {
      const { room, freeBytes } = concern.disk;
      const title = room === "full"
        ? t("notifications.bellDiskFull")
        : t("notifications.bellDiskLow", { free: format.bytes(freeBytes) });
      return { title, tone: room === "full" ? "danger" : "warning", href: paths.about() };
    }
    case "waiting": {
      const { id, name } = concern.subscription;
      return {
        title: t("notifications.bellWaiting", { name }),
        tone: "accent",
        href: paths.subscriptionChanges(id),
      };
    }
    case "crash":
      return { title: t("notifications.bellCrash"), tone: "broken", href: paths.systemLog() };
    case "factor": {
      const name = concern.by ?? t("notifications.bellSomebody");
      const title = concern.isOn
        ? t("notifications.bellFactorOn", { name })
        : t("notifications.bellFactorOff", { name });
      return { title, tone: concern.isOn ? "neutral" : "warning", href: paths.security() };
    }
    case "update": {
      const title = t("notifications.bellUpdate", { version: concern.version });
      return { title, tone: "accent", href: paths.about() };
    }
  }
}

function runStyle(
  { id, kind, state, taskId, subscriptionId, taskName }: Run,
  t: Messages["t"],
): AttentionStyle {
  const { word, tone } = runStateStyles[state];
  const values = { name: taskName, state: t(word) };
  if (kind === "subscription") {
    const href = subscriptionId === null ? paths.subscriptions() : paths.subscriptionLog(subscriptionId, id);
    return { title: t("notifications.bellSubscription", values), tone, href };
  }
  if (kind === "dependency") {
    return { title: t("notifications.bellDependency", values), tone, href: paths.dependencies() };
  }
  const href = taskId === null ? paths.tasks() : paths.taskLog(taskId, id);
  return { title: t("notifications.bellRun", values), tone, href };
}
