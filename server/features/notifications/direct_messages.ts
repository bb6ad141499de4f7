// Messages that scripts send through channels of their own: the values come with the message and are not stored. Unlike
// deliveries, they are sent at once and once, because the script waits for the result.
import type { FieldIssue } from "../../contract/app_error.ts";
import { AppError } from "../../contract/app_error.ts";
import { formatIssue } from "../../contract/messages/format.ts";
import type { SendAsBody, SendAsResult } from "../../contract/notifications.ts";
import type { Asking, ChannelsOptions } from "./channel_service.ts";
import type { ChannelType, Message, Values } from "./channels/channel_type.ts";
import { draftChannel, nothingStored } from "./check_fields.ts";
import { notificationMessages } from "./notification_messages.ts";
import { readyChannel } from "./ready_channel.ts";
import {
  chosenChannels,
  fieldsOf,
  type ScriptChannel,
  SENTENCE_VARIABLE,
  SKIPPED_TITLES_VARIABLE,
} from "./script_channels.ts";
import { namedType } from "./named_type.ts";
import { tryToSend } from "./try_to_send.ts";
import { messageOf } from "../../platform/error_message.ts";

type Asker = Omit<Asking, "readsLogs">;
type Line = SendAsResult["results"][number];

const SENTENCES = "https://v1.hitokoto.cn/";

export type DirectMessagesOptions = Pick<
  ChannelsOptions,
  "clock" | "logger" | "types" | "openSender" | "panelProxy" | "signal"
>;

export class DirectMessages {
  constructor(private readonly options: DirectMessagesOptions) {}

  /**
   * Sends a message through every channel that the variables choose, or through the one channel given. Throws
   * `validation_failed` for an unknown channel type.
   */
  async send({ title, content, variables = {}, channel }: SendAsBody, asking: Asker): Promise<SendAsResult> {
    const message = {
      title: cleanLine(title),
      content: cleanText(content),
      link: null,
      key: crypto.randomUUID(),
    };
    if (channel !== undefined) {
      const type = this.#find(namedType(channel.type));
      if (type === undefined) {
        throw new AppError("validation_failed", { count: 1 }, [{
          path: "channel.type",
          code: "unknown_channel_type",
        }]);
      }
      return { results: [await this.#sendTo(type, knownFields(type, channel.fields), { message, asking })] };
    }
    return { results: await this.#sendToChosen(message, variables, asking) };
  }

  async #sendToChosen(message: Message, variables: Values, asking: Asker): Promise<Line[]> {
    const texts = notificationMessages[asking.language].direct;
    const skipped = (variables[SKIPPED_TITLES_VARIABLE] ?? "").split("\n").map((one) => one.trim());
    if (message.title !== "" && skipped.includes(message.title)) {
      return [{ channel: null, ok: true, message: texts.skipped(message.title) }];
    }
    const chosen = chosenChannels(variables);
    if (chosen.length === 0) return [{ channel: null, ok: true, message: texts.none }];
    const { sentence, line } = variables[SENTENCE_VARIABLE] === "true"
      ? await this.#fetchSentence(asking)
      : { sentence: "", line: null };
    const whole = { ...message, content: message.content + sentence };
    const lines = await Promise.all(
      chosen.map((one) => this.#sendChosen(one, variables, { message: whole, asking })),
    );
    return line === null ? lines : [...lines, line];
  }

  async #sendChosen(
    channel: ScriptChannel,
    variables: Values,
    sending: { message: Message; asking: Asker },
  ): Promise<Line> {
    const type = this.#find(channel.type);
    if (type === undefined) throw new Error(`there is no channel type ${channel.type}`);
    const variableOf = (field: string) =>
      Object.entries(channel.fields).find(([, name]) => name === field)?.[0] ?? channel.trigger;
    return await this.#sendTo(type, fieldsOf(channel, variables), { ...sending, variableOf });
  }

  async #sendTo(
    type: ChannelType,
    fields: Values,
    { message, asking, variableOf = (field) => field }: {
      message: Message;
      asking: Asker;
      variableOf?: (field: string) => string;
    },
  ): Promise<Line> {
    const { language, requester } = asking;
    const { direct: texts } = notificationMessages[language];
    const { clock, openSender, signal, logger, panelProxy } = this.options;
    const label = type.label[language];
    const { values, issues } = checked(type, fields, asking);
    if (issues.length > 0) {
      const reasons = issues.map((issue) =>
        `${variableOf(fieldNameOf(issue))}: ${formatIssue(issue, language).message}`
      );
      return { channel: type.type, ok: false, message: texts.failed(label, reasons.join("; ")) };
    }
    const { ok, result } = await tryToSend(readyChannel(type, values, panelProxy()), message, {
      clock,
      openSender,
      signal,
      language,
      requester,
      onBug: (stack) => logger.error("a message of a script failed", { type: type.type, stack }),
    });
    return { channel: type.type, ok, message: ok ? texts.sent(label) : texts.failed(label, result) };
  }

  async #fetchSentence({ language, requester }: Asker): Promise<{ sentence: string; line: Line | null }> {
    const { openSender, panelProxy, signal } = this.options;
    try {
      const sender = openSender({ proxy: panelProxy(), signal, requester });
      const { status, json } = await sender.request({ method: "GET", url: SENTENCES });
      const { hitokoto, from } = (json ?? {}) as { hitokoto?: unknown; from?: unknown };
      if (typeof hitokoto !== "string") throw new Error(`HTTP ${status}`);
      return { sentence: `\n\n${hitokoto}    ----${String(from ?? "")}`, line: null };
    } catch (error) {
      const reason = messageOf(error);
      // The message itself does not depend on it.
      const message = notificationMessages[language].direct.noSentence(reason);
      return { sentence: "", line: { channel: null, ok: true, message } };
    }
  }

  #find(name: string): ChannelType | undefined {
    return this.options.types.find(({ type }) => type === name);
  }
}

// An optional value that the channel does not accept is left out: the services ignored it.
function checked(
  type: ChannelType,
  fields: Values,
  { language }: Asker,
): { values: Values; issues: FieldIssue[] } {
  const first = draftChannel(type, { fields }, nothingStored, language);
  const isOptional = (name: string) => type.fields.some((field) => field.name === name && !field.required);
  const dropped = first.issues.map(fieldNameOf).filter((name) =>
    isOptional(name) && fields[name] !== undefined
  );
  if (dropped.length === 0) return { values: { ...first.plain, ...first.secrets }, issues: first.issues };
  const left = Object.fromEntries(Object.entries(fields).filter(([name]) => !dropped.includes(name)));
  const { plain, secrets, issues } = draftChannel(type, { fields: left }, nothingStored, language);
  return { values: { ...plain, ...secrets }, issues };
}

function fieldNameOf({ path }: FieldIssue): string {
  return path.replace(/^fields\./, "");
}

// Scripts send all the fields of other types along.
function knownFields({ fields, aliases = {} }: ChannelType, given: Values): Values {
  return Object.fromEntries(
    Object.entries(given).filter(([name]) =>
      fields.some((field) => field.name === name) || Object.hasOwn(aliases, name)
    ),
  );
}

// deno-lint-ignore no-control-regex -- the output of programs has colours
const COLOURS = /\u001b\[[0-9;?]*[A-Za-z]/g;
// deno-lint-ignore no-control-regex -- exactly what is removed
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

function cleanText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(COLOURS, "").replace(CONTROLS, "");
}

function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ").trim();
}
