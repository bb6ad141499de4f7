import { InstalledPackages } from "../features/dependencies/installed_packages.ts";
import { packageDirectories } from "../features/dependencies/places.ts";
import type { Foundation } from "./foundation_shape.ts";
import { taskEnvironment } from "./task_environment.ts";

/** Creates the services that list the packages of the machine and install more. */
export function buildPackages(
  { folder, settings }: Pick<Foundation, "folder" | "settings">,
): InstalledPackages {
  return new InstalledPackages({
    places: packageDirectories(folder),
    inherited: taskEnvironment(),
    settings: () => settings.current().dependencies,
    language: () => settings.current().language,
    userId: Deno.uid(),
    osRelease: "/etc/os-release",
    panelRuntime: Deno.build.standalone ? null : Deno.execPath(),
  });
}
