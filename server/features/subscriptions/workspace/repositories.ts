// The whole repositories of subscriptions, each in a folder beside the others. A pull writes its own under a hidden name; it is
// swapped in when the pulled files are. Nothing refers to them but scripts, and each pull replaces them.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../../engine/store.ts";
import * as store from "../store.ts";
import { ASIDE } from "./finish_swap.ts";

const STAGED = /^\.sundial-pull-(\d+)$/;

export class Repositories {
  constructor(private readonly folder: string) {}

  /** Returns where the pull of a run writes its repository, which nothing has written yet. */
  prepare(runId: number): string {
    const staged = this.#staged(runId);
    rmSync(staged, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    return staged;
  }

  /** Puts the repository of a pull in place, if it has one. The one before it is moved aside, because scripts may run in it. */
  place(alias: string, runId: number): void {
    const [staged, target] = [this.#staged(runId), join(this.folder, alias)];
    if (!existsSync(staged)) return;
    if (existsSync(target)) renameSync(target, join(this.folder, `${ASIDE}${runId}`));
    renameSync(staged, target);
  }

  /** Deletes what `place` of a pull moved aside. */
  async removeAside(runId: number): Promise<void> {
    await rm(join(this.folder, `${ASIDE}${runId}`), { recursive: true, force: true });
  }

  move(from: string, to: string): void {
    if (!existsSync(join(this.folder, from))) return;
    rmSync(join(this.folder, to), { recursive: true, force: true });
    renameSync(join(this.folder, from), join(this.folder, to));
  }

  async remove(alias: string): Promise<void> {
    await rm(join(this.folder, alias), { recursive: true, force: true });
  }

  /** Deletes the repositories of pulls that are over, unless they wait for approval; places what was not placed yet. */
  async sweep(db: Database): Promise<void> {
    const staged = this.#names().flatMap((name) => STAGED.exec(name)?.[1] ?? []).map(Number);
    if (staged.length === 0) return;
    const needed = new Set((await store.readActivePulls(db)).map(({ id }) => id));
    for (const { runId } of (await store.readAllWaiting(db)).values()) needed.add(runId);
    for (const { alias, runId } of (await store.readTreeDetails(db)).values()) this.place(alias, runId);
    for (const runId of staged) {
      if (!needed.has(runId)) await rm(this.#staged(runId), { recursive: true, force: true });
    }
  }

  /** Deletes everything that was moved aside. Call while no pull is put in place. */
  async removeAllAside(): Promise<void> {
    for (const name of this.#names()) {
      if (name.startsWith(ASIDE)) await rm(join(this.folder, name), { recursive: true, force: true });
    }
  }

  #names(): string[] {
    return existsSync(this.folder) ? readdirSync(this.folder) : [];
  }

  #staged(runId: number): string {
    return join(this.folder, `.sundial-pull-${runId}`);
  }
}
