// deno-lint-ignore-file no-console -- output of a command
import { findChromium, findProgram } from "../support/find_chromium.ts";
import { runCommand } from "./run_command.ts";

const INSTALL_LIMIT_MS = 15 * 60_000;
const packages = ["chromium", "fonts-noto-cjk"];
/** Makes the tests faster where there is such a package. */
const faster = "chromium-headless-shell";

/**
 * Returns whether there is a browser for e2e tests: an installed one, or Debian's, installed where that is possible. Prints the
 * reason where neither is available.
 */
export async function provideChromium(): Promise<boolean> {
  if (findChromium({ isWhole: true }) !== null) return true;
  const installer = Deno.env.has("SUNDIAL_CHROMIUM") ? null : await findInstaller();
  if (installer === null) {
    console.log(
      "e2e is skipped: there is no Chromium (SUNDIAL_CHROMIUM, or one on the PATH) and none can be installed",
    );
    return false;
  }
  console.log(`There is no Chromium for e2e: installing ${packages.join(" and ")} with apt-get`);
  const [command, ...messages] = installer;
  const apt = async (args: string[]) =>
    (await runCommand(command!, [...messages, ...args], { limitMs: INSTALL_LIMIT_MS, variables: unattended }))
      .code;
  const code = await apt(["update", "-q"]) ||
    await apt(["install", "-qqy", "--no-install-recommends", ...packages]);
  if (findChromium({ isWhole: true }) === null) {
    console.log(`e2e is skipped: apt-get could not install Chromium (exit code ${code})`);
    return false;
  }
  await apt(["install", "-qqy", "--no-install-recommends", faster]);
  return true;
}

const unattended = { DEBIAN_FRONTEND: "noninteractive" };

/** Returns the command line of apt-get with the rights to install packages, or null when there is none. */
export async function findInstaller(): Promise<string[] | null> {
  const apt = findProgram(["apt-get"]);
  if (apt === null) return null;
  if (Deno.uid() === 0) return [apt];
  const sudo = findProgram(["sudo"]);
  if (sudo === null || (await runCommand(sudo, ["-n", "true"], { limitMs: 10_000 })).code !== 0) return null;
  return [sudo, "-n", apt];
}
