const [ENTER, NEW_LINE, BACKSPACE, DELETE, INTERRUPT, END, CLEAR] = [
  "\r",
  "\n",
  "\b",
  "\x7f",
  "\x03",
  "\x04",
  "\x15",
];
/** More than that is no password. */
const MAX_LENGTH = 4096;

/**
 * Reads one line that nobody else should see: at a terminal it asks and shows nothing of what is typed, else it takes the first
 * line that comes. Answers null when there is none or it was given up by Ctrl+C.
 */
export async function readSecret(question: string): Promise<string | null> {
  const isTerminal = Deno.stdin.isTerminal();
  // Before the question: what is typed at once would else be shown.
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

// To the terminal, not to where the answer goes.
async function print(text: string): Promise<void> {
  await Deno.stderr.write(new TextEncoder().encode(text));
}
