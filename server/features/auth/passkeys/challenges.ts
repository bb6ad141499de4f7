import type { Database, Tx } from "../../../engine/store.ts";
import type { Clock } from "../../../platform/clock.ts";
import { newToken, sha256 } from "../tokens.ts";

/** So long a browser may take to answer (milliseconds). */
export const CHALLENGE_LIFE_MS = 5 * 60_000;
/** Challenges a network may have open, and all together; beyond it the oldest go. */
const MOST_OF_NETWORK = 20;
const MOST_OF_ALL = 10_000;

/** What browsers are asked to sign. Each counts once, for a short time, and for the browser that was asked. */
export class Challenges {
  readonly #options: { db: Database; clock: Clock };

  constructor(options: { db: Database; clock: Clock }) {
    this.#options = options;
  }

  /** Makes a challenge for whoever can show `holder`; `network` is where they are: see `networkOf`. */
  async ask(holder: string, network: string): Promise<string> {
    const { db, clock } = this.#options;
    const now = clock.now();
    const challenge = newToken();
    const row = {
      challenge_hash: sha256(challenge),
      holder_hash: sha256(holder),
      network,
      expires_at: now + CHALLENGE_LIFE_MS,
    };
    await db.transaction().execute(async (tx) => {
      await forgetOld(tx, now);
      await tx.insertInto("passkey_challenge").values(row).execute();
      await cutOldest(tx, network);
    });
    return challenge;
  }

  /** Uses a challenge up; tells whether it was open for this holder. Of many at once one is told so. */
  async take(challenge: string, holder: string): Promise<boolean> {
    const { db, clock } = this.#options;
    const now = clock.now();
    const { numDeletedRows } = await db.deleteFrom("passkey_challenge")
      .where("challenge_hash", "=", sha256(challenge)).where("holder_hash", "=", sha256(holder))
      .where("expires_at", ">", now).where("expires_at", "<=", now + CHALLENGE_LIFE_MS).executeTakeFirst();
    return numDeletedRows > 0n;
  }
}

// Rows of the future come from a clock that was set back.
async function forgetOld(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom("passkey_challenge")
    .where((where) =>
      where.or([where("expires_at", "<=", now), where("expires_at", ">", now + CHALLENGE_LIFE_MS)])
    )
    .execute();
}

async function cutOldest(tx: Tx, network: string): Promise<void> {
  const newest = tx.selectFrom("passkey_challenge").select("id").orderBy("id", "desc").limit(1);
  const ofNetwork = await newest.where("network", "=", network).offset(MOST_OF_NETWORK).executeTakeFirst();
  if (ofNetwork) {
    await tx.deleteFrom("passkey_challenge").where("network", "=", network).where("id", "<=", ofNetwork.id)
      .execute();
  }
  const ofAll = await newest.offset(MOST_OF_ALL).executeTakeFirst();
  if (ofAll) await tx.deleteFrom("passkey_challenge").where("id", "<=", ofAll.id).execute();
}
