import { Buffer } from "node:buffer";
import { getWeb } from "../../../platform/outbound/web_request.ts";
import { pathIssue, Staging } from "./staging.ts";
import type { Pulled } from "./job.ts";
import { PullFailed } from "./pull_error.ts";
import type { PullWays } from "./pull_ways.ts";

/** Fetches a single file and lays it out. Throws `PullFailed`, and what the network throws. */
export async function fetchSingle(
  { job, login, policy, proxy, signal, defaultCron }: PullWays,
): Promise<Pulled> {
  const url = new URL(job.url);
  const name = fileNameOf(url);
  const { message } = await getWeb(url, { policy, proxy, signal, login });
  // One buffer that grows: a file that comes byte by byte would otherwise cost a thousand times its size.
  let content = Buffer.alloc(64 * 1024);
  let size = 0;
  for await (const chunk of message) {
    if (size + chunk.length > job.limits.fileBytes) {
      message.destroy();
      throw new PullFailed((messages) => messages.tooLarge(job.limits.fileBytes));
    }
    if (size + chunk.length > content.length) {
      content = Buffer.concat([content], Math.max(2 * content.length, size + chunk.length));
    }
    content.set(chunk, size);
    size += chunk.length;
  }
  const staging = new Staging(`${job.scripts}/${job.staging}`);
  const file = await staging.write(name, content.subarray(0, size), {
    isExecutable: false,
    isScript: true,
    isSingle: true,
  });
  if (file === null) throw new PullFailed((messages) => messages.address);
  return { commit: file.hash, files: [file], leftOut: [], defaultCron };
}

function fileNameOf(url: URL): string {
  const name = decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
  if (name === "" || name.includes("/") || pathIssue(name) !== null) {
    throw new PullFailed((messages) => messages.address);
  }
  return name;
}
