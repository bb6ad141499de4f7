// The hooks of Node before 22.15, which run in a thread of their own.
import hooks from "./import_hooks.cjs";

export async function resolve(request, context, next) {
  return hooks.resolveMissing(request, context) ?? await next(request, context);
}
