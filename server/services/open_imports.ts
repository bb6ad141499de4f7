// Imports into a data folder on which no panel runs: the services that create what an import brings, and nothing that starts
// runs, listens or sends. What they plan is read from the database by the next panel.
import type { Imports } from "../features/imports/service.ts";
import { channelTypes } from "../features/notifications/channels/list.ts";
import { Channels } from "../features/notifications/channel_service.ts";
import type { Config } from "../platform/config_shape.ts";
import { buildCore } from "./build_core.ts";
import { buildImports } from "./build_imports.ts";
import { openFoundation } from "./foundation.ts";
import type { Machine } from "./foundation_shape.ts";

/**
 * Opens a data folder for imports; it is created if it does not exist. Throws `DataFolderError` if a panel runs on it, and
 * what else `openFoundation` throws.
 */
export async function openImports(config: Config, machine: Machine): Promise<Imports & AsyncDisposable> {
  const foundation = await openFoundation(config, { ...machine, isTrial: true });
  try {
    const { db, clock, logger, bus, sealer, settings } = foundation;
    const { files, variables, engine, tasks, subscribing, dependencies } = await buildCore(foundation);
    const imports = buildImports(foundation, {
      files,
      variables,
      tasks,
      subscriptions: subscribing.subscriptions,
      dependencies,
      tokens: { notify() {} },
      channels: new Channels({
        db,
        bus,
        clock,
        logger,
        sealer,
        types: channelTypes,
        openSender: sendsNothing,
        settings: () => settings.current(),
        panelProxy: () => null,
        panelLink: () => null,
        signal: new AbortController().signal,
      }),
    });
    await imports.open();
    return Object.assign(imports, {
      async [Symbol.asyncDispose]() {
        await imports.close();
        await engine.close();
        await foundation.disk.close();
        await foundation.audit.close();
        await foundation.close();
      },
    });
  } catch (error) {
    await foundation.close();
    throw error;
  }
}

function sendsNothing(): never {
  throw new Error("nothing is sent during an import");
}
