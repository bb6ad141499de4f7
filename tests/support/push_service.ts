// A local service that receives messages: a Gotify server and a webhook in one.

export interface Pushed {
  path: string;
  title: string;
  text: string;
  token: string;
}

/** The only token it accepts. */
export const pushToken = "a token that nobody guesses";

export class PushService implements AsyncDisposable {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  /** Received messages, in order. */
  readonly pushed: Pushed[] = [];
  /** While set, it rejects everything. */
  down = false;

  constructor() {
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request) => this.#take(request),
    );
  }

  get address(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  get titles(): string[] {
    return this.pushed.map(({ title }) => title);
  }

  async #take(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname;
    const token = request.headers.get("x-gotify-key") ?? "";
    const { title = "", message = "", text = message } = await request.json();
    if (this.down) return Response.json({ error: "closed for today" }, { status: 400 });
    if (path === "/message" && token !== pushToken) {
      return Response.json({ errorDescription: "no such token here" }, { status: 401 });
    }
    return Response.json({ id: this.pushed.push({ path, title, text, token }) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}
