import { basename } from "node:path";
import expected from "./expected_times.json" with { type: "json" };
import { type Group, groups, type Need } from "./groups.ts";
import { divide, listTestFiles, separate, type TestFile } from "./test_files.ts";

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

/** Lists what the groups of these names run, the longest first, and what must run alone last. */
export function listJobs(names: readonly string[]): Job[] {
  const jobs = names.flatMap((name) => jobsOf(name, groups[name]!));
  return jobs.toSorted((a, b) => Number(a.isAlone) - Number(b.isAlone) || b.seconds - a.seconds);
}

function jobsOf(group: string, { needs, variables = {}, alone = [], processes, ...files }: Group): Job[] {
  const job = (name: string, paths: readonly string[], isAlone = false): Job => ({
    name: `${group}_${name}`,
    paths,
    needs,
    variables,
    isAlone,
    seconds: secondsOf(`${group}_${name}`),
  });
  const all = filesOf(group, files);
  if (processes !== undefined) {
    return divide(all, processes).map((part, index) => job(`part_${index + 1}`, pathsOf(part)));
  }
  const [many, single] = separate(all, alone);
  return [
    ...many.map((file) => job(basename(file.path, ".ts"), [file.path])),
    ...single.map((file) => job(basename(file.path, ".ts"), [file.path], true)),
  ];
}

// A file that another group names runs there only.
function filesOf(
  name: string,
  { paths, again = [], onlyOnce = [] }: Pick<Group, "paths" | "again" | "onlyOnce">,
) {
  const elsewhere = Object.entries(groups).filter(([other]) => other !== name).flatMap(([, other]) =>
    other.paths
  );
  const [repeated] = separate(again.flatMap(listTestFiles), onlyOnce);
  return [...paths.flatMap(listTestFiles).filter(({ path }) => !elsewhere.includes(path)), ...repeated];
}

function pathsOf(files: readonly TestFile[]): string[] {
  return files.map(({ path }) => path);
}

function secondsOf(name: string): number {
  return (expected as Record<string, number>)[name] ?? UNKNOWN_SECONDS;
}
