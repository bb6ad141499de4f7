// Packages over an engine with real processes; the test decides which package managers exist.
import { dependencyInput } from "../../server/contract/dependencies.ts";
import { parse } from "../../server/contract/parsed.ts";
import type { Dependency, DependencyState, DependencyType } from "../../server/contract/dependencies.ts";
import type { DependencySettings } from "../../server/contract/settings.ts";
import { settingsPatch } from "../../server/contract/settings.ts";
import { InstalledPackages } from "../../server/features/dependencies/installed_packages.ts";
import type { Dependencies } from "../../server/features/dependencies/service.ts";
import type { InstallerContext } from "../../server/features/dependencies/installers/installer.ts";
import { packageDirectories } from "../../server/features/dependencies/package_directories.ts";
import { inheritedEnvironment } from "../../server/features/tasks/command/inherited_environment.ts";
import type { DataFolder } from "../../server/platform/data_folder.ts";
import { TestEngine, type TestEngineOptions } from "./test_engine.ts";

export interface DependencySceneOptions extends TestEngineOptions {
  settings?: Partial<DependencySettings>;
  machine?: Partial<InstallerContext>;
}

/** Opens an engine whose tasks have packages. */
export async function openDependencies(options: DependencySceneOptions = {}): Promise<TestEngine> {
  return await TestEngine.start({ ...options, packages: packagesOf(options) });
}

export function packagesOf(
  { settings, machine }: DependencySceneOptions,
): (folder: DataFolder) => InstalledPackages {
  return (folder) =>
    new InstalledPackages({
      directories: packageDirectories(folder),
      inherited: inheritedEnvironment(Deno.env.toObject(), []),
      settings: () => ({ ...settingsPatch.shape.dependencies.unwrap().parse({}), ...settings }),
      language: () => "en",
      userId: 0,
      osRelease: "/etc/os-release",
      panelRuntime: null,
      ...machine,
    });
}

/** Returns the service; throws when the scene has none. */
export function dependenciesOf({ dependencies }: TestEngine): Dependencies {
  if (dependencies === null) throw new Error("this engine has no packages");
  return dependencies;
}

export async function addPackage(engine: TestEngine, type: DependencyType, name: string): Promise<number> {
  const [added] = await dependenciesOf(engine).create(
    [parse(dependencyInput, { type, name })],
    "person",
    true,
  );
  if (!added) throw new Error("no package was added");
  return added.id;
}

/** Waits until a package is in a state. */
export async function reaches(engine: TestEngine, id: number, state: DependencyState): Promise<Dependency> {
  let last: Dependency | undefined;
  await engine.until(`package ${id} to be ${state}`, async () => {
    last = await dependenciesOf(engine).get(id);
    return last.state === state;
  });
  return last!;
}

/** Adds a package and waits until its installer has ended. */
export async function install(
  engine: TestEngine,
  type: DependencyType,
  name: string,
): Promise<Dependency & { log: string }> {
  return await settled(engine, await addPackage(engine, type, name));
}

/** Waits until a package has no active operation. */
export async function settled(engine: TestEngine, id: number): Promise<Dependency & { log: string }> {
  let last: Dependency | undefined;
  await engine.until(`package ${id} to be idle`, async () => {
    last = await dependenciesOf(engine).get(id);
    return !["queued", "installing", "deleting"].includes(last.state);
  });
  return { ...last!, log: last!.runId === null ? "" : await engine.log(last!.runId) };
}

/** Writes programs into a folder and returns it, for the start of a search path. */
export async function fakePrograms(engineRoot: string, programs: Record<string, string>): Promise<string> {
  const folder = `${engineRoot}/programs`;
  await Deno.mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(programs)) {
    await Deno.writeTextFile(`${folder}/${name}`, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  return folder;
}
