const [ENTER, NEW_LINE, BACKSPACE, DELETE, INTERRUPT, END, CLEAR] = [
  "\r",
  "\n",
  "\b",
  "\x7f",
  "\x03",
  "\x04",
  "\x15",
];
/** Anything longer is not a password. */
const MAX_LENGTH = 4096;

/**
 * Reads one line that nobody else should see. On a terminal it prints a prompt and does not echo the input; otherwise it takes
 * the first line of standard input. Returns null when there is no line or the prompt was canceled with Ctrl+C.
 */
export async function readSecret(question: string): Promise<string | null> {
  const isTerminal = Deno.stdin.isTerminal();
  // Before the prompt: anything typed immediately would be echoed otherwise.
  if (isTerminal) Deno.stdin.setRaw(true);
  try {
    if (isTerminal) await print(question);
    return await readLine(Deno.stdin.readable, isTerminal);
  } finally {
    if (isTerminal) Deno.stdin.setRaw(false);
    if (isTerminal) await print("\n");
  }
}

async function readLine(readable: ReadableStream<Uint8Array>, isTyped: boolean): Promise<string | null> {
  const decoder = new TextDecoder();
  const typed: string[] = [];
  for await (const chunk of readable.values({ preventCancel: true })) {
    for (const sign of decoder.decode(chunk, { stream: true })) {
      if (sign === ENTER || sign === NEW_LINE) return typed.join("");
      if (isTyped && (sign === INTERRUPT || sign === END)) return null;
      if (isTyped && sign === CLEAR) typed.length = 0;
      else if (isTyped && (sign === BACKSPACE || sign === DELETE)) typed.pop();
      else if (typed.length < MAX_LENGTH) typed.push(sign);
    }
  }
  return typed.length > 0 ? typed.join("") : null;
}

// To the terminal (stderr), because stdout may be redirected.
async function print(text: string): Promise<void> {
  await Deno.stderr.write(new TextEncoder().encode(text));
}
