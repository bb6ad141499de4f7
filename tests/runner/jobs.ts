import { basename } from "node:path";
import expected from "./expected_times.json" with { type: "json" };
import { type Group, groups, type Need } from "./groups.ts";
import { divide, listTestFiles, separate } from "./test_files.ts";

/** Test files that run in one process. */
export interface Job {
  /** Unique, and part of a file name. */
  name: string;
  paths: readonly string[];
  needs: readonly Need[];
  variables: Readonly<Record<string, string>>;
  /** Whether nothing else may run beside it. */
  isAlone: boolean;
  /** CPU time that it is expected to use (s). */
  seconds: number;
}

/** CPU time of a process that loads nothing unusual (s). */
const UNKNOWN_SECONDS = 5;

/** Lists what the groups of these names run of the files that are wanted, the longest first, and what must run alone last. */
export function listJobs(names: readonly string[], isWanted: (path: string) => boolean): Job[] {
  const jobs = names.flatMap((name) => jobsOf(name, groups[name]!, isWanted));
  return jobs.toSorted((a, b) => Number(a.isAlone) - Number(b.isAlone) || b.seconds - a.seconds);
}

function jobsOf(group: string, options: Group, isWanted: (path: string) => boolean): Job[] {
  const { needs, variables = {}, alone = [], processes } = options;
  const job = (name: string, paths: readonly string[], isAlone = false): Job => ({
    name: `${group}_${name}`,
    paths,
    needs,
    variables,
    isAlone,
    seconds: secondsOf(`${group}_${name}`),
  });
  const [many, single] = separate(filesOf(group, options), alone)
    .map((files) => files.filter(({ path }) => isWanted(path)));
  if (processes !== undefined) {
    return divide(many!, processes).map((part, index) =>
      job(`part_${index + 1}`, part.map(({ path }) => path))
    );
  }
  return [
    ...many!.map(({ path }) => job(basename(path, ".ts"), [path])),
    ...single!.map(({ path }) => job(basename(path, ".ts"), [path], true)),
  ];
}

// A file that another group names runs there only.
function filesOf(
  name: string,
  { paths, again = [], onlyOnce = [] }: Group,
) {
  const elsewhere = Object.entries(groups).filter(([other]) => other !== name).flatMap(([, other]) =>
    other.paths
  );
  const [repeated] = separate(again.flatMap(listTestFiles), onlyOnce);
  return [...paths.flatMap(listTestFiles).filter(({ path }) => !elsewhere.includes(path)), ...repeated];
}

function secondsOf(name: string): number {
  return (expected as Record<string, number>)[name] ?? UNKNOWN_SECONDS;
}
