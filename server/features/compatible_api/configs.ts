import * as z from "zod";
import {
  configFile,
  configQuery,
  configSample,
  configSave,
  fileParams,
} from "../../contract/compatible/files.ts";
import { done, envelope, EnvelopeError } from "../../contract/compatible/envelope.ts";
import { compatibleMessages } from "../../contract/messages/compatible_messages.ts";
import type { Base } from "../../engine/base.ts";
import { type Caller, type Route, route } from "../../http/route.ts";
import { samplesIn } from "../files/samples/samples.ts";
import type { Files } from "../files/service.ts";
import { success } from "./envelope.ts";
import { joinPath, orNull } from "./read_tree.ts";
import { readText, saveText } from "./save_text.ts";

export interface ConfigRouteOptions extends Pick<Base, "language"> {
  config: Files;
  nameOf(caller: Caller): Promise<string | null>;
}

/** Files of the old panel itself, which no program may read or change. */
const reserved = new Set([
  "auth.json",
  "config.sh.sample",
  "cookie.sh",
  "crontab.list",
  "dependence-proxy.sh",
  "env.sh",
  "env.js",
  "env.py",
  "token.json",
  "grpc",
  "__pycache__",
]);

const textResults = { 200: { description: "The text", schema: envelope(z.string()) } };

export function configRoutes({ config, language, nameOf }: ConfigRouteOptions): Route[] {
  const pathOf = (name: string) => {
    // Another folder, such as that of the scripts, has a permission of its own.
    const path = /^data\//.test(name) ? null : joinPath("config", "", name);
    if (path === null || reserved.has(path.split("/")[0] ?? "")) {
      throw new EnvelopeError(403, compatibleMessages[language()].fileRejected);
    }
    return path;
  };
  const read = async (name: string) => {
    const [, sample] = /^sample\/(.+)$/.exec(name) ?? [];
    if (sample !== undefined) {
      return success(samplesIn(language()).find((one) => one.name === sample)?.content ?? "");
    }
    return success(await orNull(readText(config, pathOf(name))) ?? "");
  };
  return [
    route("get", "/configs/files", {
      access: "config:read",
      summary: "Lists the configuration files",
      results: { 200: { description: "The files", schema: envelope(z.array(configFile)) } },
      handle: async () => {
        const { entries } = await config.tree("");
        const files = entries.filter(({ kind, name }) => kind === "file" && !reserved.has(name));
        return success(files.map(({ name }) => ({ title: name, value: name })));
      },
    }),
    route("get", "/configs/samples", {
      access: "config:read",
      summary: "Lists the samples, each with the file it is a sample of",
      results: { 200: { description: "The samples", schema: envelope(z.array(configSample)) } },
      handle: () =>
        success(
          samplesIn(language()).map(({ name }) => ({ title: name, value: `sample/${name}`, target: name })),
        ),
    }),
    route("get", "/configs/detail", {
      access: "config:read",
      summary: "Returns the text of a configuration file; an empty one if it does not exist",
      query: configQuery,
      results: textResults,
      handle: async ({ query }) => await read(query.path),
    }),
    route("get", "/configs/{file}", {
      access: "config:read",
      summary: "Returns the text of a configuration file; an empty one if it does not exist",
      params: fileParams,
      results: textResults,
      handle: async ({ params }) => await read(params.file),
    }),
    route("post", "/configs/save", {
      access: "config:write",
      auditAs: "config.content.replace",
      summary: "Saves a configuration file; the previous content stays available as a version",
      body: configSave,
      bodyLimit: 16 * 1024 * 1024,
      results: { 200: { description: "Saved", schema: done } },
      handle: async ({ body, caller }) => {
        await saveText(config, {
          path: pathOf(body.name),
          text: body.content,
          by: await nameOf(caller),
        });
        return {
          body: { code: 200, message: compatibleMessages[language()].saved },
          object: body.name,
        };
      },
    }),
  ];
}
