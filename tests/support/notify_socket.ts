// A socket as that of systemd, which receives what a service says about itself. By the C library, because the runtime has such
// sockets only behind a flag.
const functions = {
  socket: { parameters: ["i32", "i32", "i32"], result: "i32" },
  bind: { parameters: ["i32", "buffer", "u32"], result: "i32" },
  recv: { parameters: ["i32", "buffer", "usize", "i32"], result: "isize" },
  close: { parameters: ["i32"], result: "i32" },
} as const satisfies Deno.ForeignLibraryInterface;

const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const MSG_DONTWAIT = 0x40;

export class NotifySocket implements Disposable {
  readonly #library = Deno.dlopen("libc.so.6", functions);
  readonly #descriptor: number;

  /** `address` is a path, or an abstract name that begins with `@`. */
  constructor(readonly address: string) {
    const path = new TextEncoder().encode(address.startsWith("@") ? `\0${address.slice(1)}` : `${address}\0`);
    const bytes = new Uint8Array(2 + path.length);
    new Uint16Array(bytes.buffer, 0, 1)[0] = AF_UNIX;
    bytes.set(path, 2);
    this.#descriptor = this.#library.symbols.socket(AF_UNIX, SOCK_DGRAM, 0);
    const result = this.#library.symbols.bind(this.#descriptor, bytes, bytes.length);
    if (result !== 0) throw new Error(`cannot listen at ${address}`);
  }

  /** Returns the messages that have arrived since the last call. */
  receive(): string[] {
    const buffer = new Uint8Array(4096);
    const messages: string[] = [];
    for (;;) {
      const { recv } = this.#library.symbols;
      const length = Number(recv(this.#descriptor, buffer, BigInt(buffer.length), MSG_DONTWAIT));
      if (length < 0) return messages;
      messages.push(new TextDecoder().decode(buffer.subarray(0, length)));
    }
  }

  [Symbol.dispose](): void {
    this.#library.symbols.close(this.#descriptor);
    this.#library.close();
  }
}
