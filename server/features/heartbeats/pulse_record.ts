// Stores what became of the requests of the pulse, so that every panel can tell, also after a restart.
import type { PulseProblem, PulseState } from "../../contract/pulse.ts";
import type { Database } from "../../engine/store.ts";
import { storedInstant, storedJson } from "../../platform/stored_json.ts";

const ROW = "pulseRecord";
/** One request may fail by chance, and a second one while the other service restarts. */
const DOWN_AFTER = 3;

export interface PulseRecord {
  /** The address that was requested. */
  url: string;
  lastSuccessAt: number | null;
  lastFailureAt: number | null;
  failures: number;
  problem: PulseProblem | null;
  downAt: number | null;
}

export function emptyRecord(url: string): PulseRecord {
  return { url, lastSuccessAt: null, lastFailureAt: null, failures: 0, problem: null, downAt: null };
}

/** Returns the record after one more request, which failed with `problem`, or was accepted. */
export function recordAfter(record: PulseRecord, problem: PulseProblem | null, now: number): PulseRecord {
  if (problem === null) return { ...emptyRecord(record.url), lastSuccessAt: now };
  const failures = record.failures + 1;
  const downAt = failures === DOWN_AFTER ? now : record.downAt;
  return { ...record, lastFailureAt: now, failures, problem, downAt };
}

/** Reads the record of an address; an empty one if another was requested last. */
export async function readRecord(db: Database, url: string): Promise<PulseRecord> {
  const row = await db.selectFrom("setting").select("value_json").where("name", "=", ROW).executeTakeFirst();
  const empty = emptyRecord(url);
  const record = row ? storedJson<PulseRecord>(row.value_json, empty) : empty;
  return record.url === url ? record : empty;
}

export async function storeRecord(db: Database, record: PulseRecord): Promise<void> {
  const value_json = JSON.stringify(record);
  await db.insertInto("setting").values({ name: ROW, value_json })
    .onConflict((on) => on.column("name").doUpdateSet({ value_json })).execute();
}

/** Reads what the API returns of an address; null for none. */
export async function readPulse(db: Database, address: string | null): Promise<PulseState> {
  const { url, lastSuccessAt, lastFailureAt, downAt, ...rest } = await readRecord(db, address ?? "");
  return {
    ...rest,
    host: address === null ? null : new URL(url).host,
    lastSuccessAt: storedInstant(lastSuccessAt),
    lastFailureAt: storedInstant(lastFailureAt),
    downAt: storedInstant(downAt),
  };
}
