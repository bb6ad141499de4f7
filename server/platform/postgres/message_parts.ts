// PostgreSQL limits a message to 8,000 bytes; longer ones are sent in parts. Those of one sender arrive in their order.

/** Limit of one part, in bytes, with room for its head. */
const MAX_BYTES = 7_800;
/** Longer messages are dropped: what the nodes tell each other is never that long. */
const MAX_PARTS = 100;
const MAX_INCOMPLETE = 50;
/** A part begins with this, its message, its number and how many there are. */
const HEAD = /^part:([0-9a-f-]{36}) (\d+) (\d+)\n/;

/** Returns a message as it is sent: itself, or its parts. */
export function messageParts(text: string): string[] {
  if (!HEAD.test(text) && text.length * 3 <= MAX_BYTES) return [text];
  const bytes = new TextEncoder().encode(text);
  if (!HEAD.test(text) && bytes.length <= MAX_BYTES) return [text];
  // A part must not end within a character.
  const parts: string[] = [];
  for (let from = 0; from < bytes.length;) {
    let to = Math.min(from + MAX_BYTES, bytes.length);
    while (to < bytes.length && (bytes[to]! & 0xc0) === 0x80) to--;
    parts.push(new TextDecoder().decode(bytes.subarray(from, to)));
    from = to;
  }
  const id = crypto.randomUUID();
  return parts.map((part, index) => `part:${id} ${index} ${parts.length}\n${part}`);
}

export class MessageAssembly {
  readonly #incomplete = new Map<string, string[]>();

  /** Takes what has arrived; returns a message once it is complete. */
  add(payload: string): string | null {
    const [head, id = "", index, count] = HEAD.exec(payload) ?? [];
    if (head === undefined) return payload;
    const parts = this.#incomplete.get(id) ?? [];
    // Some arrived before this process listened.
    if (parts.length !== Number(index) || Number(count) > MAX_PARTS) return null;
    parts.push(payload.slice(head.length));
    this.#incomplete.set(id, parts);
    if (parts.length < Number(count)) return this.#limit();
    this.#incomplete.delete(id);
    return parts.join("");
  }

  #limit(): null {
    const [oldest] = this.#incomplete.keys();
    if (oldest !== undefined && this.#incomplete.size > MAX_INCOMPLETE) this.#incomplete.delete(oldest);
    return null;
  }
}
