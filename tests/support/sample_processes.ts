// What any user of the machine can see of processes during an action.

const EVERY_MS = 4;

export interface Sampled {
  /** Argument lists, separated by spaces. */
  arguments: string[];
  /** Environments, as far as they are readable. */
  environments: string[];
}

/** Samples every process of the machine repeatedly during an action. Returns its result and the samples. */
export async function sampleWhile<T>(action: () => Promise<T>): Promise<Sampled & { result: T }> {
  const seen = { arguments: new Set<string>(), environments: new Set<string>() };
  const over = new AbortController();
  const sampling = sample(seen, over.signal);
  try {
    const result = await action();
    return { result, arguments: [...seen.arguments], environments: [...seen.environments] };
  } finally {
    over.abort();
    await sampling;
  }
}

async function sample(
  seen: { arguments: Set<string>; environments: Set<string> },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    for (const { name } of Deno.readDirSync("/proc")) {
      if (!/^\d+$/.test(name) || Number(name) === Deno.pid) continue;
      note(seen.arguments, `/proc/${name}/cmdline`);
      note(seen.environments, `/proc/${name}/environ`);
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

function note(seen: Set<string>, file: string): void {
  try {
    seen.add(Deno.readTextFileSync(file).replaceAll("\0", " "));
  } catch {
    // It has ended, or belongs to another user.
  }
}
