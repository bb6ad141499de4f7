// Webhooks of tasks: what receives deliveries, and the service that manages them.
import type { Engine } from "../engine/engine.ts";
import { HookLimits } from "../features/tasks/webhook/hook_limits.ts";
import { HookIntake } from "../features/tasks/webhook/intake.ts";
import { Webhooks } from "../features/tasks/webhook/service.ts";
import { removeExpiredReceipts } from "../features/tasks/webhook/store.ts";
import { UnsignedDeliveries } from "../features/tasks/webhook/unsigned_deliveries.ts";
import { removeOldContents } from "../features/tasks/webhook/trigger_content.ts";
import type { Foundation } from "./foundation_shape.ts";
import { startLimits } from "./start_limits.ts";

export type WebhookParts = ReturnType<typeof buildWebhooks>;

/** Creates what serves webhooks; `closing` ends the waiting of senders. */
export function buildWebhooks(
  foundation: Foundation,
  { engine, closing }: { engine: Engine; closing: AbortSignal },
) {
  const { config, db, clock, logger, bus, folder, sealer, writes, audit } = foundation;
  const unsigned = new UnsignedDeliveries({
    ...{ db, clock, logger, bus },
    audit: ({ taskId, taskName, ip, reason }) =>
      audit.add({
        actor: { kind: "nobody", ip },
        act: "tasks.webhook.refused",
        object: taskName,
        detail: { id: taskId, reason },
      }),
  });
  const intake = new HookIntake({
    ...{ db, clock, bus, sealer, engine, writes, unsigned, closing, scripts: folder.scripts },
    limits: new HookLimits(clock),
    startLimits: startLimits(foundation),
  });
  return {
    intake,
    webhooks: new Webhooks({ db, clock, bus, sealer, intake, basePath: config.basePath }),
    async close(): Promise<void> {
      await unsigned.close();
    },
  };
}

/** Removes what nobody needs any more. */
export async function removeOldDeliveries({ db, clock }: Pick<Foundation, "db" | "clock">): Promise<void> {
  await removeExpiredReceipts(db, clock.now());
  await removeOldContents(db);
}
