// What this program is. `deno.json` carries the same version, and a house test holds the two together: an executable
// has no `deno.json` to read.

declare const SUNDIAL_BUILD_COMMIT: string | undefined;
declare const SUNDIAL_BUILT_AT: string | undefined;

export const version = "0.1.0";

/** Commit the executable was made from; null when run from source. */
export const commit: string | null = typeof SUNDIAL_BUILD_COMMIT === "string" ? SUNDIAL_BUILD_COMMIT : null;

/** When the executable was made, ISO 8601; null when run from source. */
export const builtAt: string | null = typeof SUNDIAL_BUILT_AT === "string" ? SUNDIAL_BUILT_AT : null;

/** Whether this is the one executable, with no Deno beside it. */
export const standalone: boolean = Deno.build.standalone;
