// What anybody on the machine could see of processes while something goes on.

const EVERY_MS = 4;

export interface Sampled {
  /** Argument lists, their words separated by blanks. */
  arguments: string[];
  /** Environments, as far as they can be read. */
  environments: string[];
}

/** Looks at every process of the machine again and again while something goes on. Answers what it came to and what was seen. */
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
    // It has ended, or is somebody else's.
  }
}
