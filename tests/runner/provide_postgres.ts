// deno-lint-ignore-file no-console -- output of a command
import { findPostgres } from "../support/postgres_server.ts";
import { findInstaller } from "./provide_chromium.ts";
import { runCommand } from "./run_command.ts";

const INSTALL_LIMIT_MS = 10 * 60_000;
const PACKAGE = "postgresql";

/**
 * Provides the programs of a PostgreSQL server: installed ones, or Debian's, installed where that is possible. Returns false, after
 * printing the reason, where neither is available.
 */
export async function providePostgres(): Promise<boolean> {
  if (findPostgres() !== null) return true;
  const installer = await findInstaller();
  if (installer === null) {
    console.log(
      "postgres is skipped: there is no PostgreSQL in /usr/lib/postgresql and none can be installed",
    );
    return false;
  }
  console.log(`There is no PostgreSQL: installing ${PACKAGE} with apt-get`);
  const [command, ...first] = installer;
  const apt = async (args: string[]) =>
    (await runCommand(command!, [...first, ...args], { limitMs: INSTALL_LIMIT_MS, variables: unattended }))
      .code;
  const code = await apt(["update", "-q"]) ||
    await apt(["install", "-qqy", "--no-install-recommends", PACKAGE]);
  if (findPostgres() !== null) return true;
  console.log(`postgres is skipped: apt-get could not install PostgreSQL (exit code ${code})`);
  return false;
}

// Debian would start a server of its own.
const unattended = { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
