import { useRef, useState } from "react";
import type { NotificationEvent } from "../../../server/contract/notification_events.ts";
import type { ChannelTypeEntry, TestResult } from "../../../server/contract/notifications.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { type FieldMessages, type Submission, useServerForm } from "../../ui/form/use_server_form.ts";
import { useChange } from "../actions/use_action.ts";
import {
  type AnyChannel,
  type ChannelValues,
  freeName,
  missingFields,
  movedFields,
  newValues,
  sentChannel,
  sentFields,
  valuesOf,
} from "./channel_values.ts";

/** A service may be slow; the server waits for 30 s. */
const testTimeoutMs = 45_000;

/** Where the API has the channels of the panel, and those of one's own. */
export type ChannelsPath = "/notifications" | "/account/channels";

export interface ChannelFormOptions {
  /** Defaults to the channels of the panel. */
  path?: ChannelsPath;
  /** Of a channel of one's own: what a new one receives. */
  events?: readonly NotificationEvent[];
  types: readonly [ChannelTypeEntry, ...ChannelTypeEntry[]];
  /** The channel being edited; null for a new one. */
  channel: AnyChannel | null;
  /** Names of other channels. */
  taken: readonly string[];
  /** `tested` is the result of a test of what was saved. */
  onSaved: (channel: AnyChannel, tested: TestResult | undefined) => void;
  /** Whether to ask before unsaved changes are left; defaults to true. */
  guarded?: boolean;
}

export type ChannelForm = ReturnType<typeof useChannelForm>;

export function useChannelForm(
  { path = "/notifications", events, types, channel, taken, onSaved, guarded = true }: ChannelFormOptions,
) {
  const { t, language } = useMessages();
  const api = useApi();
  const entryOf = (type: string) => types.find((one) => one.type === type) ?? unknownEntry(type);
  const [start] = useState(() =>
    channel
      ? valuesOf(channel, entryOf(channel.type))
      : { ...newValues(types[0], freeName(types[0].label[language], taken)), ...(events && { events }) }
  );
  const [stored] = useState(channel?.secretsSet ?? []);
  const test = useTest(path, channel);
  /** Returns the result of the last test, unless what it tested has changed. */
  const resultFor = (values: ChannelValues): TestResult | undefined =>
    test.variables && testedOf(test.variables) === testedOf(values) ? test.data : undefined;
  const tested = useRef<TestResult>(undefined);
  const save = useSave(path);
  /** Returns the messages of secrets that must be entered again, because they would go to another destination. */
  const secretMessages = (values: ChannelValues): FieldMessages => {
    const moved = channel ? movedFields(entryOf(values.type), start, values) : [];
    if (moved.length === 0) return {};
    const fields = moved.map(({ label }) => label[language]).join(", ");
    const again = stored.filter((name) => {
      const value = values.fields[name];
      return typeof value === "object" && value.kind === "keep";
    });
    return Object.fromEntries(
      again.map((name) => [`fields.${name}`, t("notifications.secretAgain", { fields })]),
    );
  };
  const checkFields = (values: ChannelValues): FieldMessages => ({
    ...Object.fromEntries(
      missingFields(entryOf(values.type), values, stored)
        .map(({ name, label }) => [`fields.${name}`, t("ui.required", { label: label[language] })]),
    ),
    ...secretMessages(values),
  });
  const form = useServerForm({
    values: start,
    base: channel,
    guarded,
    save: (submission: Submission<ChannelValues, AnyChannel>) => {
      tested.current = resultFor(submission.values);
      test.reset();
      return save.mutateAsync(submission);
    },
    onSaved: (saved) => onSaved(saved, tested.current),
    check: (values) => ({
      name: values.name.trim() === "" && t("ui.required", { label: t("notifications.name") }),
      events: values.events?.length === 0 && t("notifications.chooseEvents"),
      ...checkFields(values),
    }),
    loadCurrent: channel ? () => api.get<AnyChannel>(`${path}/${channel.id}`) : undefined,
  });
  return {
    ...{ form, types, taken, stored, entryOf, secretMessages, isNew: channel === null },
    test: {
      isPending: test.isPending,
      resultFor,
      send: () =>
        form.send(checkFields, (values) => {
          // A copy, because the form changes its values in place.
          test.mutate(structuredClone(values), { onError: form.reject });
        }),
    },
  };
}

function testedOf({ type, fields, proxy }: ChannelValues): string {
  return JSON.stringify([type, fields, proxy]);
}

function useTest(path: ChannelsPath, channel: AnyChannel | null) {
  return useChange({
    send: (api, values: ChannelValues) => {
      const { type, proxy } = values;
      const body = { type, fields: sentFields(values), proxy: proxy.trim() };
      const saved = channel && { id: channel.id };
      return api.post<TestResult>(`${path}/test`, { ...body, ...saved }, { timeoutMs: testTimeoutMs });
    },
    invalidates: [],
  });
}

function useSave(path: ChannelsPath) {
  return useChange({
    send: (api, { values, base }: Submission<ChannelValues, AnyChannel>) => {
      if (!base) return api.post<AnyChannel>(path, sentChannel(values));
      const { name, proxy, isDefault, events } = values;
      const patch = {
        ...{ name: name.trim(), fields: sentFields(values), proxy: proxy.trim() },
        ...("isDefault" in base ? isDefault !== base.isDefault && { isDefault } : { events }),
      };
      return api.patch<AnyChannel>(`${path}/${base.id}`, patch, { version: base.version });
    },
    invalidates: [queryKeys.notifications()],
  });
}

// Created by another version of the panel: it can be renamed, tested without success, and deleted.
function unknownEntry(type: string): ChannelTypeEntry {
  return { type, label: { en: type, zh: type }, fields: [] };
}
