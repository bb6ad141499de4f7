import type { FlowRun } from "../../server/contract/flows.ts";
import { TestPanel } from "./test_panel.ts";
import { until } from "./until.ts";

/** A panel with tasks that start after others. */
export class FlowScene implements AsyncDisposable {
  private constructor(readonly panel: TestPanel, readonly admin: Record<string, string>) {}

  static async open(): Promise<FlowScene> {
    const panel = await TestPanel.open();
    return new FlowScene(panel, await panel.logIn());
  }

  // deno-lint-ignore no-explicit-any -- any response of the API
  async call(method: string, path: string, body?: unknown): Promise<any> {
    return await this.panel.request(method, path, { headers: this.admin, ...body !== undefined && { body } });
  }

  async status(method: string, path: string, body?: unknown): Promise<[number, string]> {
    const response = await this.panel.send(method, path, {
      headers: this.admin,
      ...body !== undefined && { body },
    });
    return [response.status, (await response.json()).code];
  }

  async task(name: string, command: string, upstream?: unknown, more: object = {}): Promise<number> {
    return (await this.call("POST", "/tasks", {
      name,
      command,
      schedules: "manual",
      ...upstream !== undefined && { upstream },
      ...more,
    })).id;
  }

  async flow(id: number): Promise<FlowRun> {
    return await this.call("GET", `/flow-runs/${id}`);
  }

  /** Runs a task and waits until its flow run has ended. */
  async run(id: number): Promise<FlowRun> {
    const { results: [{ runId }] } = await this.call("POST", "/tasks/run", { ids: [id] });
    const { flowRunId } = await this.call("GET", `/runs/${runId}`);
    return await this.ended(flowRunId);
  }

  async ended(flowRunId: number): Promise<FlowRun> {
    let flow = await this.flow(flowRunId);
    await until("the flow run to end", async () => (flow = await this.flow(flowRunId)).state !== "running");
    return flow;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel[Symbol.asyncDispose]();
  }
}

/** Returns what starts a task after others have succeeded. */
export const after = (...ids: number[]) => ({ tasks: ids.map((taskId) => ({ taskId })) });
