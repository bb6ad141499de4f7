// Several machines over one PostgreSQL database. One panel decides what is due and which node runs it; every node runs what is
// assigned to it as a single machine would. Composes the parts of this folder.
import { nodeLimits } from "../contract/limits/nodes.ts";
import type { Timer } from "../platform/clock.ts";
import { dropConnections } from "../platform/postgres/open_postgres.ts";
import { MessageChannel } from "../platform/postgres/message_channel.ts";
import type { Sealer } from "../platform/seal.ts";
import type { Base } from "../engine/base.ts";
import type { Deciding } from "../engine/deciding.ts";
import type {
  Decider,
  Distribution,
  LocalRuns,
  Openings,
  PlacedRun,
  RunPlacer,
} from "../engine/distribution.ts";
import { RunAnnouncer } from "../engine/run_recorder.ts";
import type { RunTypes } from "../engine/run_type.ts";
import type { SourceKey, Tx } from "../engine/store.ts";
import type { DatabaseClock } from "./coordination/database_clock.ts";
import { EventRelay } from "./coordination/event_relay.ts";
import { LeaderLock } from "./coordination/leader_lock.ts";
import { NodeRuns } from "./coordination/node_runs.ts";
import { NodeStates } from "./coordination/node_states.ts";
import { KnownNodes } from "./coordination/known_nodes.ts";
import { Nodes, type ThisNode } from "./coordination/nodes.ts";
import { findOpenings } from "./coordination/openings.ts";
import { RemoteRuns } from "./coordination/remote_runs.ts";
import type { RunFiles } from "./files/run_files.ts";
import { RunOrders } from "./coordination/run_orders.ts";
import { RunWatch } from "./coordination/run_watch.ts";

/** A panel that plans and has been silent for this long is replaced. Heartbeats come three times as often. */
const SILENT_LEADER_MS = 15_000;
/** How long a heartbeat may take. */
const BEAT_LIMIT_MS = 10_000;
/** How often the panel that decides looks at the queue, should a message be lost. */
const WATCH_MS = 1_000;

const messages = ["events", "plan", "wake", "stop", "log", "tree"] as const;
type Message = (typeof messages)[number];

export interface ClusterOptions extends Pick<Base, "db" | "logger" | "bus"> {
  url: string;
  clock: DatabaseClock;
  runTypes: RunTypes;
  sealer: Sealer;
  files: RunFiles;
  deciding: Deciding;
  node: ThisNode;
  /** Called when a node has stored more of the log of a run. */
  onLog(runId: number): void;
  /** Called when a panel has published the files of an area. */
  onTree(area: string): void;
  /** Compares the versions of what this node keeps in memory, and reads anew what is older than in the database. */
  refresh(): Promise<void>;
}

export class Cluster implements Distribution {
  readonly #nodes: Nodes;
  readonly #orders: RunOrders;
  readonly #channel: MessageChannel;
  readonly #relay: EventRelay;
  readonly #publisher: RunAnnouncer;
  readonly #nodeStates: NodeStates;
  readonly #stopListening: () => void;
  #remote: RemoteRuns | undefined;
  #runs: NodeRuns | undefined;
  #leader: LeaderLock | undefined;
  #watch: RunWatch | undefined;
  #decider: Decider | undefined;
  #timers = new Set<Timer>();
  #closed = false;
  /** Read each second, and when one leaves. */
  readonly #known: KnownNodes;
  /** Whether this panel holds the lock; it decides once it has begun to. */
  #leads = false;
  #changing: Promise<void> = Promise.resolve();

  private constructor(private readonly options: ClusterOptions) {
    const { url, db, clock, logger, bus, runTypes, node } = options;
    this.#nodes = new Nodes(db, () => clock.now());
    this.#known = new KnownNodes(() => this.#nodes.list());
    this.#orders = new RunOrders({ url, logger, maintains: node.role === "panel" });
    this.#channel = new MessageChannel(messages, {
      url,
      clock,
      logger,
      onMessage: (name, payload) => this.#receive(name, payload),
      onReconnect: () => void this.#catchUp(),
    });
    this.#relay = new EventRelay({ bus, send: (text) => this.#send("events", text) });
    this.#publisher = new RunAnnouncer({ bus, clock, runTypes });
    this.#nodeStates = new NodeStates({ bus, clock });
    this.#stopListening = bus.listen(({ type, id }) => {
      if (type === "run:finished" || type === "run:skipped") this.#remote?.finished(id);
      if (type === "node:changed") this.#known.forget();
    });
  }

  /** Joins the nodes of a database. Throws `NodeNameTakenError`, or when the database cannot be reached. */
  static async join(options: ClusterOptions): Promise<Cluster> {
    const cluster = new Cluster(options);
    try {
      await options.clock.measure();
      await cluster.#orders.open();
      await cluster.#nodes.join(options.node);
      await cluster.#channel.open();
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  get nodeId(): number {
    return this.#nodes.id;
  }

  get isDeciding(): boolean {
    return this.#leads && this.options.deciding.isActive;
  }

  placer(local: LocalRuns): RunPlacer {
    const { db, clock, logger, runTypes, sealer, files, node } = this.options;
    const base = { db, clock, logger };
    this.#runs = new NodeRuns({
      ...base,
      runTypes,
      local,
      files,
      sealer,
      nodeId: this.nodeId,
      bootId: node.bootId,
    });
    return this.#remote = new RemoteRuns({
      ...base,
      publisher: this.#publisher,
      orders: this.#orders,
      files,
      sealer,
      local,
      confirmDeciding: (tx) => this.#nodes.confirmPlanning(tx),
      notifyStop: () => this.#send("stop", ""),
    });
  }

  async openings(slots: Iterable<PlacedRun>): Promise<Openings> {
    const nodes = await this.#known.current();
    return findOpenings(this.#watch?.withoutUnresponsive(nodes) ?? nodes, slots, this.nodeId);
  }

  listOpenNodes(tx: Tx, pool: string | null): Promise<number[]> {
    return this.#nodes.listOpen(tx, pool);
  }

  async open(decider: Decider): Promise<void> {
    const { db, clock, logger, node, url } = this.options;
    this.#decider = decider;
    const runs = this.#runs;
    if (!runs) throw new Error("nothing was placed yet");
    for (const run of await this.#ownLive()) await runs.adopted(run);
    await this.#orders.receive(this.nodeId, (orders) => runs.take(orders));
    this.#every(nodeLimits.heartbeatMs, () => this.#beat());
    if (node.role !== "panel") return;
    this.#watch = new RunWatch({
      db,
      clock,
      logger,
      lose: (id) => decider.lose(id),
      released: (id) => decider.released(id),
    });
    this.#leader = new LeaderLock({
      url,
      clock,
      logger,
      nodeId: this.nodeId,
      isSilent: (nodeId) => this.#isSilent(nodeId),
      onAcquired: (isFirst) => void this.#lead(isFirst),
      onLost: () => void this.#follow(),
    });
    await this.#leader.open();
    await this.#changing;
    this.#every(WATCH_MS, () => this.#watchRuns());
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) timer.cancel();
    if (this.#leads) await this.#follow();
    await this.#leader?.close();
    await this.#orders.pause();
    this.#relay.close();
    this.#stopListening();
    if (this.#decider) await this.#nodes.leave().catch(() => {});
    this.#send("wake", "");
    await this.#channel.close();
    await this.#orders.close();
  }

  planChanged(source: SourceKey, nextDueAt: number | null): void {
    if (this.isDeciding) this.#decider?.planChanged(source, nextDueAt);
    else this.#send("plan", JSON.stringify({ ...source, nextDueAt }));
  }

  wake(): void {
    if (this.isDeciding) this.#decider?.wake();
    else this.#send("wake", "");
  }

  /** Tells the panels that more of the log of a run is stored. */
  notifyLog(runId: number): void {
    this.#send("log", String(runId));
  }

  /** Tells the panels that the files of an area were published. */
  notifyTree(area: string): void {
    this.#send("tree", area);
  }

  #send(name: Message, payload: string): void {
    this.#channel.send(name, payload);
  }

  #receive(name: string, payload: string): void {
    try {
      if (name === "events") this.#relay.receive(payload);
      else if (name === "log") this.options.onLog(Number(payload));
      else if (name === "tree") this.options.onTree(payload);
      else if (name === "stop") void this.#runs?.reconcile().catch((error) => this.#warn(error));
      else if (!this.isDeciding) return;
      else if (name === "wake") this.#wakeAfterChange();
      else if (name === "plan") {
        const { nextDueAt, ...source } = JSON.parse(payload) as SourceKey & { nextDueAt: number | null };
        this.#decider?.planChanged(source, nextDueAt);
      }
    } catch (error) {
      this.#warn(error);
    }
  }

  #wakeAfterChange(): void {
    this.#known.forget();
    this.#decider?.wake();
  }

  #warn(error: unknown): void {
    this.options.logger.warn("failed to handle a message of another node", { error });
  }

  // After messages may have been lost: plans and waiting runs are read again.
  async #catchUp(): Promise<void> {
    try {
      await this.options.refresh();
      await this.#runs?.reconcile();
      await this.#remote?.check();
      if (this.isDeciding) await this.#inTurn(() => this.#readAgain());
    } catch (error) {
      this.options.logger.warn("failed to catch up after a reconnection", { error });
    }
  }

  async #readAgain(): Promise<void> {
    if (!this.isDeciding) return;
    await this.#decider?.end();
    await this.#decider?.begin(false);
  }

  async #beat(): Promise<void> {
    const { clock, db, logger } = this.options;
    // A database that does not answer even this leads nowhere: the others would take this node for silent.
    const timer = clock.after(BEAT_LIMIT_MS, () => {
      logger.warn("the database does not answer; connecting anew");
      dropConnections(db);
    });
    let isKnown = false;
    try {
      await clock.measure();
      isKnown = await this.#nodes.beat();
    } finally {
      timer.cancel();
    }
    // The message about a change may have been lost, on its way from another node too, which nobody notices here.
    await this.options.refresh();
    if (this.isDeciding) await this.#decider?.comparePlan();
    await this.#runs?.reconcile();
    if (isKnown) await this.#runs?.settleUnfollowed();
    else logger.error("another process has taken the name of this node");
    await this.#remote?.check();
  }

  async #watchRuns(): Promise<void> {
    if (!this.isDeciding) return;
    const nodes = await this.#known.read();
    this.#nodeStates.publishChanges(nodes);
    await this.#watch?.check(nodes);
    this.#decider?.wake();
  }

  #lead(isFirst: boolean): Promise<void> {
    this.#leads = true;
    return this.#inTurn(async () => {
      if (!this.#leads || this.options.deciding.isActive) return;
      try {
        await this.#nodes.beginPlanning();
        await this.options.deciding.change(true);
        await this.#decider?.begin(isFirst);
      } catch (error) {
        this.options.logger.error("failed to begin planning; another panel may try", { error });
        this.#leads = false;
        await this.#endDeciding();
        await this.#leader?.resign();
      }
    });
  }

  // At once, even while it begins: another panel may have the lock by now.
  #follow(): Promise<void> {
    this.#leads = false;
    if (this.options.deciding.isActive) void this.#decider?.end().catch(() => {});
    this.#nodeStates.forget();
    return this.#inTurn(() => this.#endDeciding());
  }

  async #endDeciding(): Promise<void> {
    if (!this.options.deciding.isActive) return;
    try {
      await this.#decider?.end();
      await this.options.deciding.change(false);
    } catch (error) {
      this.options.logger.error("failed to stop planning", { error });
    }
    await this.#nodes.endPlanning().catch(() => {});
  }

  // Beginning and ending never overlap.
  #inTurn(action: () => Promise<void>): Promise<void> {
    return this.#changing = this.#changing.then(action);
  }

  async #isSilent(nodeId: number): Promise<boolean> {
    const { db, clock } = this.options;
    const row = await db.selectFrom("node").select("last_seen_at").where("id", "=", nodeId)
      .executeTakeFirst();
    return row === undefined || row.last_seen_at < clock.now() - SILENT_LEADER_MS;
  }

  async #ownLive() {
    return await this.options.db.selectFrom("run").selectAll().where("finished_at", "is", null)
      .where("node_id", "=", this.nodeId).where("boot_id", "is not", null)
      .where("state", "in", ["starting", "running"]).execute();
  }

  // Never two at a time; an error is logged, and the next turn tries again.
  #every(intervalMs: number, action: () => Promise<void>): void {
    if (this.#closed) return;
    const { clock, logger } = this.options;
    const timer = clock.after(intervalMs, () => {
      this.#timers.delete(timer);
      action()
        .catch((error) => logger.warn("failed to exchange state with the other nodes", { error }))
        .finally(() => this.#every(intervalMs, action));
    });
    this.#timers.add(timer);
  }
}
