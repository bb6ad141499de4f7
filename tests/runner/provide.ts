// deno-lint-ignore-file no-console -- output of a command
import type { Need } from "./groups.ts";
import { provideChromium } from "./provide_chromium.ts";
import { providePostgres } from "./provide_postgres.ts";
import { provideProxies } from "./provide_proxies.ts";
import { runDeno } from "./run_command.ts";

const BUILD_LIMIT_MS = 5 * 60_000;

/** What tests need, built or installed once for all of them. */
export class Provider {
  readonly #provided = new Map<Need, Promise<boolean>>();
  readonly #done = new Set<Need>();
  hasFailed = false;

  /** Returns whether all of this is there already. */
  has(needs: readonly Need[]): boolean {
    return needs.every((need) => this.#done.has(need));
  }

  /** Provides what is missing of this; resolves to false, after printing the reason, when it cannot. */
  async provide(needs: readonly Need[]): Promise<boolean> {
    const all = await Promise.all(needs.map((need) => this.#provide(need)));
    return all.every((isProvided) => isProvided);
  }

  #provide(need: Need): Promise<boolean> {
    const started = this.#provided.get(need);
    if (started !== undefined) return started;
    const providing = this.#start(need).then((isProvided) => {
      this.#done.add(need);
      return isProvided;
    });
    this.#provided.set(need, providing);
    return providing;
  }

  async #start(need: Need): Promise<boolean> {
    if (need === "panel") return await this.#build();
    if (need === "postgres") return await providePostgres();
    // All of it is installed by apt-get, one after the other.
    await this.#provided.get("postgres");
    if (need === "browser") return await provideChromium();
    await this.#provided.get("browser");
    await provideProxies();
    return true;
  }

  async #build(): Promise<boolean> {
    const { code, output } = await runDeno(["run", "-A", "tools/panel.ts"], {
      limitMs: BUILD_LIMIT_MS,
      output: "held",
    });
    console.log(output.trim());
    this.hasFailed = code !== 0;
    return code === 0;
  }
}
