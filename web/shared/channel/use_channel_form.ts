import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type {
  Channel,
  ChannelField,
  ChannelTypeEntry,
  TestResult,
} from "../../../server/contract/notifications.ts";
import { ApiProblem, issueAt, otherIssues } from "../../api/api_problem.ts";
import { queryKeys } from "../../api/query_keys.ts";
import type { Api } from "../../api/request.ts";
import { useApi } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import {
  type ChannelDraft,
  draftOf,
  freeName,
  missingFields,
  movedFields,
  newDraft,
  sentChannel,
  sentFields,
} from "./channel_draft.ts";

/** A service may be slow; the server waits for 30 s. */
const testTimeoutMs = 45_000;

export interface ChannelFormOptions {
  types: readonly [ChannelTypeEntry, ...ChannelTypeEntry[]];
  /** The channel being edited; null for a new one. */
  channel: Channel | null;
  /** Names of other channels. */
  taken: readonly string[];
}

export type ChannelForm = ReturnType<typeof useChannelForm>;

/** Returns everything the form of a channel needs: its draft, its errors, a test, and the save function. */
export function useChannelForm({ types, channel, taken }: ChannelFormOptions) {
  const { language } = useMessages();
  const [start] = useState(() =>
    channel ? draftOf(channel) : newDraft(types[0], freeName(types[0].label[language], taken))
  );
  const [draft, setDraft] = useState(start);
  const entry = types.find(({ type }) => type === draft.type) ?? unknownEntry(draft);
  const [stored] = useState(channel?.secretsSet ?? []);
  const sending = useSending({ draft, entry, channel });
  const set = (change: Partial<ChannelDraft>) => {
    setDraft((before) => ({ ...before, ...change }));
    sending.forget(change);
  };
  const choose = (type: string) => {
    const next = types.find((one) => one.type === type);
    if (!next || next === entry) return;
    // Keeps a name the user typed; replaces the suggested name of the previous service.
    const isCustomName = draft.name.trim() !== "" && draft.name !== freeName(entry.label[language], taken);
    setDraft(newDraft(next, isCustomName ? draft.name : freeName(next.label[language], taken)));
    sending.forget({});
    sending.setTried(false);
  };
  return {
    ...{ types, entry, draft, set, choose, stored, fixed: channel !== null },
    changed: JSON.stringify(draft) !== JSON.stringify(start),
    ...useIssues({
      ...{ entry, draft, stored, tried: sending.tried, error: sending.error },
      moved: channel ? movedFields(entry, start, draft) : [],
    }),
    ...sending,
  };
}

function useIssues(
  { entry, draft, stored, moved, tried, error }: {
    entry: ChannelTypeEntry;
    draft: ChannelDraft;
    stored: readonly string[];
    /** Fields that lead to another destination than the saved ones. */
    moved: readonly ChannelField[];
    tried: boolean;
    error: unknown;
  },
) {
  const { t, language } = useMessages();
  const missing = missingFields(entry, draft, stored);
  const labelOf = (path: string) =>
    path === "name"
      ? draft.name.trim() === "" ? t("notifications.name") : undefined
      : entry.fields.find(({ name }) => path === `fields.${name}` && missing.includes(name))?.label[language];
  const again = moved.length === 0 ? [] : stored.filter((name) => !(name in draft.secrets));
  const movedLabels = moved.map(({ label }) => label[language]).join(", ");
  const visible = ["type", "name", "proxy", ...entry.fields.map(({ name }) => `fields.${name}`)];
  return {
    /** Returns the error of a field, by the server's name for it. */
    errorOf: (path: string): string | undefined => {
      if (again.some((name) => path === `fields.${name}`)) {
        return t("notifications.secretAgain", { fields: movedLabels });
      }
      const label = tried ? labelOf(path) : undefined;
      return label ? t("ui.required", { label }) : issueAt(error, path);
    },
    /** Messages of issues that belong to no visible field. */
    others: otherIssues(error, visible).map(({ message }) => message),
    /** Whether all required values are present. */
    complete: missing.length === 0 && again.length === 0 && draft.name.trim() !== "",
    testable: missing.length === 0 && again.length === 0,
  };
}

function useSending(
  { draft, entry, channel }: { draft: ChannelDraft; entry: ChannelTypeEntry; channel: Channel | null },
) {
  const api = useApi();
  const toast = useToast();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<"save" | "test" | null>(null);
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [outcome, setOutcome] = useState<TestResult | null>(null);
  const [stale, setStale] = useState<Channel | null>(null);
  const guarded = async <T>(action: "save" | "test", run: () => Promise<T>): Promise<T | null> => {
    setBusy(action);
    setError(null);
    setOutcome(null);
    try {
      return await run();
    } catch (error) {
      setError(error);
      const code = error instanceof ApiProblem ? error.code : "";
      if (code === "stale_version" && channel) {
        setStale(await api.get<Channel>(`/notifications/${channel.id}`).catch(() => null));
      } else if (code !== "validation_failed") toast.problem(error);
      return null;
    } finally {
      setBusy(null);
    }
  };
  const save = () =>
    guarded("save", async () => {
      const saved = await send(api, { draft, channel: stale ?? channel });
      void queries.invalidateQueries({ queryKey: queryKeys.notifications() });
      return saved;
    });
  const test = () =>
    guarded("test", async () => {
      const proxy = draft.proxy.trim();
      const body = { type: entry.type, fields: sentFields(draft), proxy, ...(channel && { id: channel.id }) };
      setOutcome(
        await api.post<TestResult>("/notifications/test", body, { timeoutMs: testTimeoutMs }),
      );
    });
  return {
    ...{ save, test, busy, tried, error, outcome, stale: stale !== null },
    /** Sets whether incomplete fields show their error. */
    setTried: (now = true) => setTried(now),
    /** Drops errors about earlier values. */
    forget: (change: Partial<ChannelDraft>) => {
      setError(null);
      if (!("name" in change || "isDefault" in change)) setOutcome(null);
    },
  };
}

async function send(api: Api, { draft, channel }: { draft: ChannelDraft; channel: Channel | null }) {
  if (!channel) return await api.post<Channel>("/notifications", sentChannel(draft));
  const { name, proxy, isDefault } = draft;
  const patch = {
    ...{ name: name.trim(), fields: sentFields(draft), proxy: proxy.trim() },
    ...(isDefault !== channel.isDefault && { isDefault }),
  };
  return await api.patch<Channel>(`/notifications/${channel.id}`, patch, { version: channel.version });
}

// Created by another version of the panel: it can be renamed, tested without success, and deleted.
function unknownEntry({ type }: ChannelDraft): ChannelTypeEntry {
  return { type, label: { en: type, zh: type }, fields: [] };
}
