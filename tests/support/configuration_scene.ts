// The panel as files, over the API.
import assert from "node:assert/strict";
import { TestPanel } from "./test_panel.ts";

export interface File {
  path: string;
  text: string;
}

export interface Change {
  path: string;
  name: string;
  action: string;
  fields: { field: string; from: unknown; to: unknown }[];
  missingSecrets: string[];
}

/** A panel whose objects are written as files and applied. */
export class ConfigurationScene implements AsyncDisposable {
  private constructor(readonly panel: TestPanel, readonly headers: Record<string, string>) {}

  static async open(): Promise<ConfigurationScene> {
    const panel = await TestPanel.open();
    return new ConfigurationScene(panel, await panel.logIn());
  }

  // deno-lint-ignore no-explicit-any -- any response of the API
  async call(method: string, path: string, body?: unknown): Promise<any> {
    return await this.panel.request(method, path, {
      headers: this.headers,
      ...(body !== undefined && { body }),
    });
  }

  async export(): Promise<File[]> {
    return (await this.call("GET", "/configuration/export")).files;
  }

  async plan(files: File[], more: object = {}): Promise<Change[]> {
    return (await this.call("POST", "/configuration/plan", { files, folder: "/srv/panel", ...more })).changes;
  }

  async apply(files: File[], more: object = {}): Promise<Change[]> {
    return (await this.call("POST", "/configuration/apply", { files, folder: "/srv/panel", ...more }))
      .changes;
  }

  /** Sends files that are rejected, and returns each issue as one line. */
  async rejected(files: File[], { language = "en", ...more }: { language?: string; prune?: boolean } = {}) {
    const response = await this.panel.send("POST", "/configuration/apply", {
      headers: { ...this.headers, "accept-language": language },
      body: { files, folder: "/srv/panel", ...more },
    });
    const { issues } = await response.json();
    assert.equal(response.status, 422, JSON.stringify(issues));
    return issues.map(({ path, code, message }: { path: string; code: string; message: string }) =>
      `${path} ${code}: ${message}`
    ) as string[];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel[Symbol.asyncDispose]();
  }
}

/** Returns the file of a task that runs only by hand. */
export function fileOfTask(name: string, more = ""): File {
  return {
    path: `tasks/${name}.yaml`,
    text: `name: ${name}\ncommand: echo ${name}\nschedules: manual\n${more}`,
  };
}
