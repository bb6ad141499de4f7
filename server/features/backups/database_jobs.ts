// Work on whole copies of the database. The driver is synchronous, so it is done in a thread of its own, which lives as long as
// the job.
import type { DatabaseAnswer, DatabaseJob, DatabaseResults } from "./database_worker.ts";
import { AppError } from "../../contract/app_error.ts";

/** Does a job in a worker. Throws what the database says, `storage_full` when its disk is, and the signal's reason. */
export async function runDatabaseJob<K extends DatabaseJob["kind"]>(
  job: Extract<DatabaseJob, { kind: K }>,
  signal?: AbortSignal,
): Promise<DatabaseResults[K]> {
  const worker = new Worker(new URL("./database_worker.ts", import.meta.url), { type: "module" });
  const answered = Promise.withResolvers<DatabaseAnswer>();
  worker.onmessage = ({ data }: MessageEvent<DatabaseAnswer>) => answered.resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    answered.resolve({ fault: event.message });
  };
  const stop = () => answered.reject(signal?.reason);
  signal?.addEventListener("abort", stop);
  try {
    signal?.throwIfAborted();
    worker.postMessage(job);
    const answer = await answered.promise;
    if ("result" in answer) return answer.result as DatabaseResults[K]; // the worker answers the job it got
    if (/disk is full|no space left/i.test(answer.fault)) throw new AppError("storage_full");
    throw new DatabaseJobFault(answer.fault);
  } finally {
    signal?.removeEventListener("abort", stop);
    worker.terminate();
  }
}

/** A job that the database refused. */
export class DatabaseJobFault extends Error {
  override readonly name = "DatabaseJobFault";
}
