import { join } from "node:path";

/** Where the packages of scripts lie. */
export interface PackageDirectories {
  /** Holds all of them. */
  root: string;
  /** A project of npm or pnpm. */
  node: string;
  /** A virtual environment. */
  python: string;
  /** What Deno has fetched. */
  deno: string;
  /** Of the installers; only to be quicker. */
  cache: string;
  /** A link to the packages of the project: scripts look for `node_modules` in every folder above their own. */
  link: string;
}

/** Names the places of the packages in a data folder. */
export function packageDirectories(
  { root, packages }: { root: string; packages: string },
): PackageDirectories {
  return {
    root: packages,
    node: join(packages, "node"),
    python: join(packages, "python"),
    deno: join(packages, "deno"),
    cache: join(packages, "cache"),
    link: join(root, "node_modules"),
  };
}
