// The panel's API on a socket in the data folder, for the command line and for scripts.
import type { AccessFolder } from "../platform/access_folder.ts";
import { version } from "../platform/build_info.ts";
import type { Config } from "../platform/config_shape.ts";
import { parseNetworks } from "../platform/networks.ts";
import { HttpServer, type HttpServerOptions } from "./http_server.ts";

/** All clients are processes of one user; many scripts may keep a connection open. */
const MAX_CONNECTIONS = 256;

export interface LocalServerOptions extends Pick<HttpServerOptions, "fetch" | "clock" | "logger"> {
  config: Pick<Config, "basePath">;
}

/** A server on the socket of an access folder; does nothing when the socket could not be opened. */
export interface LocalServer extends AsyncDisposable {
  close(deadlineMs: number): Promise<void>;
}

/**
 * Listens on the socket of an access folder, or beside it when the disk cannot hold sockets. Never throws: without the socket
 * only the command line and scripts that call the panel stop working, so a failure is logged.
 */
export async function listenLocally(
  folder: AccessFolder,
  { config, ...options }: LocalServerOptions,
): Promise<LocalServer> {
  let server: HttpServer | null = null;
  try {
    server = await listen(folder, options).catch((error) => {
      options.logger.debug("the data folder cannot hold a socket", { error });
      folder.moveSocket();
      return listen(folder, options);
    });
    folder.announce({ basePath: config.basePath, version, pid: Deno.pid });
  } catch (error) {
    options.logger.error("programs on this machine cannot reach the panel: its socket failed", { error });
  }
  // The command line is not worth ending the panel.
  server?.failed.catch((error) => options.logger.error("the socket of the panel failed", { error }));
  const close = async (deadlineMs: number) => {
    try {
      folder.withdraw();
    } catch (error) {
      // On a disk that has become read-only: the next panel replaces it.
      options.logger.warn("failed to remove the socket of the panel", { error });
    }
    await server?.close(deadlineMs);
    server = null;
  };
  return { close, [Symbol.asyncDispose]: () => close(0) };
}

async function listen(
  folder: AccessFolder,
  options: Omit<LocalServerOptions, "config">,
): Promise<HttpServer> {
  folder.removeSocket();
  return await HttpServer.listen({
    ...options,
    address: { path: folder.socket },
    proxies: parseNetworks([]),
    limits: { total: MAX_CONNECTIONS, perNetwork: MAX_CONNECTIONS },
  });
}
