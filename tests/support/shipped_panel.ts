// The panel as it is shipped, for tests that otherwise open it in their own process.
import type { HttpServer } from "../../server/http/http_server.ts";
import { accessFolderOf, socketOf } from "../../server/platform/access_folder.ts";
import { PanelProcess } from "./panel_process.ts";

/** What a test does with a panel, wherever it runs. */
export interface ServedPanel {
  /** Sends a request to a path, or over the socket in the data folder if `local`. */
  fetch(path: string, init: RequestInit, local: boolean): Promise<Response>;
  /** Confirms that it responds, as its supervisor does. */
  confirm(): Promise<void>;
  /** Returns the loopback address on which it responds until `close`. */
  listen(): Promise<Pick<HttpServer, "address" | "close">>;
  close(): Promise<void>;
}

export async function startShippedPanel(
  dataDir: string,
  environment: Record<string, string>,
): Promise<ServedPanel> {
  const panel = await PanelProcess.start({ dataDir, environment });
  const { origin, hostname, port } = new URL(panel.address);
  const client = Deno.createHttpClient({
    proxy: { transport: "unix", path: socketOf(accessFolderOf(dataDir)) },
  });
  return {
    fetch: (path, init, local) =>
      fetch(origin + path, { ...init, redirect: "manual", ...(local && { client }) }),
    confirm: () => Promise.reject(new Error("nothing confirms a shipped panel but its supervisor")),
    listen: () =>
      Promise.resolve({ address: { hostname, port: Number(port) }, close: () => Promise.resolve() }),
    async close() {
      client.close();
      await panel.stop();
    },
  };
}
