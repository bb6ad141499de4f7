import { join } from "node:path";

export interface PackageDirectories {
  /** Contains all the others. */
  root: string;
  /** An npm or pnpm project. */
  node: string;
  /** A virtual environment. */
  python: string;
  /** Contains the virtual environments of subscriptions, each named by its id. */
  subscriptionPythons: string;
  /** What Deno has fetched. */
  deno: string;
  /** Cache of the installers; only for speed. */
  cache: string;
  /** A link to the packages of the project: scripts search for `node_modules` in every parent directory. */
  link: string;
}

export function packageDirectories(
  { root, packages }: { root: string; packages: string },
): PackageDirectories {
  return {
    root: packages,
    node: join(packages, "node"),
    python: join(packages, "python"),
    subscriptionPythons: join(packages, "python_subscriptions"),
    deno: join(packages, "deno"),
    cache: join(packages, "cache"),
    link: join(root, "node_modules"),
  };
}
