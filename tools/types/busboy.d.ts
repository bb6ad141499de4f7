import "@fastify/busboy";

declare module "@fastify/busboy" {
  /** The function that the package exports holds itself; its types leave that out. */
  interface BusboyConstructor {
    readonly Busboy: BusboyConstructor;
  }
}
