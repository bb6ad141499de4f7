// What the settings are called: the fields and cards of each page, by the fragment that links to them. The fragments are
// named as in the API, so that its names find them in every language.

import type { MessageKey } from "../../messages/messages.ts";
import type { Translate } from "../../messages/create_messages.ts";
import { paths } from "../../paths.ts";

type Field = readonly [
  /** The URL fragment: the `id` of the row or card. */
  id: string,
  label: MessageKey,
  help?: MessageKey,
  /** What distinguishes fields with the same label. */
  of?: string,
  /** Other words that people search for. */
  words?: MessageKey,
];

interface Section {
  page: MessageKey;
  href: string;
  /** Other words that people search for. */
  words?: MessageKey;
  fields: readonly Field[];
}

/** The pages of the settings and what is on them, in their order. */
const pages = [
  {
    page: "settings.pageGeneral",
    href: paths.generalSettings(),
    fields: [
      ["theme", "settings.theme", "settings.themeHelp"],
      ["language", "settings.language", "settings.languageHelp"],
      ["title", "settings.panelTitle", "settings.panelTitleHelp"],
    ],
  },
  {
    page: "settings.pageRunning",
    href: paths.runningSettings(),
    fields: [
      ["concurrency", "settings.concurrency", "settings.concurrencyHelp", "", "settings.concurrencyWords"],
      ["timeZone", "settings.timeZone", "settings.timeZoneHelp"],
      ["taskTimeLimitMs", "settings.taskTimeLimit", "settings.taskTimeLimitHelp"],
      ["javascriptRuntime", "settings.runtime", "settings.runtimeHelp"],
      ["scriptAccess", "settings.scriptAccess", "settings.scriptAccessHelp"],
    ],
  },
  {
    page: "nodes.tab",
    href: paths.nodes(),
    fields: [["addWorker", "nodes.addTitle", "nodes.addHelp"]],
  },
  {
    page: "settings.pageStorage",
    href: paths.storageSettings(),
    fields: [
      [
        "logRetentionDays",
        "settings.logRetention",
        "settings.logRetentionHelp",
        "",
        "settings.logRetentionWords",
      ],
      ["logKeepRuns", "settings.logKeepRuns", "settings.logKeepRunsHelp"],
      ["logMaxBytes", "settings.logMaxBytes", "settings.logMaxBytesHelp"],
      ["uploadMaxBytes", "settings.uploadMaxBytes", "settings.uploadMaxBytesHelp"],
    ],
  },
  {
    page: "settings.pageBackups",
    href: paths.backups(),
    fields: [
      ["backups", "backup.title", "backup.help"],
      ["backupEnabled", "backup.enabled", "backup.enabledHelp"],
      ["backupEveryDays", "backup.every", "backup.everyHelp"],
      ["backupAt", "backup.at", "backup.atHelp"],
      ["backupKeep", "backup.keep", "backup.keepHelp"],
      ["backupParts", "backup.automaticParts", "backup.automaticPartsHelp"],
      ["backupPassphrase", "backup.automaticPassphrase", "backup.automaticPassphraseHelp"],
    ],
  },
  {
    page: "dataImport.page",
    href: paths.importData(),
    fields: [["import", "dataImport.title", "dataImport.help_auto"]],
  },
  {
    page: "settings.pageNetwork",
    href: paths.networkSettings(),
    fields: [
      ["proxy", "settings.outgoingProxy", "settings.outgoingProxyHelp"],
      ["pulseUrl", "settings.pulseUrl", "settings.pulseUrlHelp", "", "settings.pulseWords"],
      ["sshKey", "settings.sshKey", "settings.sshKeyHelp"],
    ],
  },
  {
    page: "settings.pagePackages",
    href: paths.packageSettings(),
    fields: [
      ["nodeManager", "settings.nodeManager", "settings.nodeManagerHelp", "Node"],
      ["nodeMirror", "settings.mirror", "settings.nodeMirrorHelp", "Node"],
      ["nodeProxy", "settings.proxy", "settings.proxyHelp", "Node"],
      ["pythonMirror", "settings.mirror", "settings.pythonMirrorHelp", "Python"],
      ["pythonProxy", "settings.proxy", "settings.proxyHelp", "Python"],
      ["linuxMirror", "settings.mirror", "settings.linuxMirrorHelp", "Linux"],
      ["linuxProxy", "settings.proxy", "settings.linuxProxyHelp", "Linux"],
      ["denoMirror", "settings.mirror", "settings.denoMirrorHelp", "Deno"],
      ["jsrMirror", "settings.jsrMirror", "settings.jsrMirrorHelp", "Deno"],
      ["denoProxy", "settings.proxy", "settings.proxyHelp", "Deno"],
    ],
  },
  {
    page: "security.tab",
    href: paths.security(),
    fields: [
      ["username", "security.username", "security.usernameHelp"],
      ["picture", "security.picture", "security.pictureHelp"],
      ["password", "security.passwordCard", "security.passwordHelp"],
      [
        "secondFactor",
        "security.secondFactor",
        "security.secondFactorHelp",
        "",
        "security.secondFactorWords",
      ],
      ["passkeys", "security.passkeys", "security.passkeysHelp", "", "security.passkeyWords"],
      ["providers", "sso.providers", "sso.providersHelp", "", "sso.providerWords"],
      ["passwordLogin", "sso.passwordLogin", "sso.passwordLoginHelp"],
      ["sessions", "security.sessions", "security.sessionsHelp", "", "security.sessionWords"],
    ],
  },
  {
    page: "notifications.tab",
    href: paths.notifications(),
    fields: [
      ["channels", "notifications.channels", "notifications.channelsHelp", "", "notifications.channelWords"],
      ["rules", "notifications.rules", "notifications.rulesHelp"],
      ["deliveries", "notifications.deliveries", "notifications.deliveriesHelp"],
    ],
  },
  { page: "accounts.tab", href: paths.accounts(), words: "accounts.words", fields: [] },
  { page: "applications.tab", href: paths.applications(), words: "applications.words", fields: [] },
  { page: "audit.tab", href: paths.auditLog(), fields: [] },
  { page: "loginLog.tab", href: paths.loginLog(), fields: [] },
  { page: "systemLog.tab", href: paths.systemLog(), fields: [] },
  {
    page: "about.tab",
    href: paths.about(),
    fields: [
      ["updates", "about.updates", "about.updatesHelp"],
      ["updateAddress", "about.address", "about.addressHelp"],
      ["updateCheck", "about.daily", "about.dailyHelp"],
      ["changelog", "about.changelog", "about.changelogHelp"],
      ["diagnostics", "about.diagnostics", "about.diagnosticsHelp"],
      ["licences", "about.licences", "about.licencesHelp"],
      ["restart", "about.restart", "about.restartHelp"],
      ["data", "about.data", "about.dataHelp"],
    ],
  },
] as const satisfies readonly Section[];

export const settingSections: readonly Section[] = pages;

export type SettingId = (typeof pages)[number]["fields"][number][0];

export interface SettingTexts {
  title: string;
  /** The title, and what distinguishes it from the same title elsewhere. */
  label: string;
  help: string;
}

export function settingTexts(id: SettingId, t: Translate): SettingTexts {
  const field = settingSections.flatMap(({ fields }) => fields).find(([one]) => one === id);
  if (!field) throw new Error(`the setting ${id} is not listed`);
  return fieldTexts(field, t);
}

export function fieldTexts([, key, help, of]: Field, t: Translate): SettingTexts {
  const title = t(key);
  const label = of ? t("ui.labelAndValue", { label: of, value: title }) : title;
  return { title, label, help: help ? t(help) : "" };
}
