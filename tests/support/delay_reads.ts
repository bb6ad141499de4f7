/** Returns a database, or a query of one, whose readers get what was read once `before` is done. */
function delayReads<T extends object>(builder: T, before: () => Promise<void>): T {
  return new Proxy(builder, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== "function" || name === "transaction") {
        return typeof value === "function" ? value.bind(target) : value;
      }
      return (...args: unknown[]) => {
        const result = value.apply(target, args);
        if (name !== "execute") return delayReads(result, before);
        return result.then(async (rows: unknown) => {
          await before();
          return rows;
        });
      };
    },
  });
}

/** Returns such a database and what makes the next of its readers wait for an action, once. */
export function delayNextRead<T extends object>(db: T) {
  let next: (() => Promise<void>) | undefined;
  const delayed = delayReads(db, async () => {
    const action = next;
    next = undefined;
    await action?.();
  });
  return { delayed, afterNextRead: (action: () => Promise<void>) => void (next = action) };
}
