import { type ComponentType, lazy, type ReactNode, use } from "react";
import { useWords } from "../words/use_words.tsx";
import { withTimeLimit } from "./time_limit.ts";

const chunkLimitMs = 120_000;

/**
 * Makes a component whose code and the later texts are loaded, side by side, when it is first shown; stands below a Suspense.
 * Throws LoadTimeoutError there after two minutes.
 */
export function laterPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): (props: P) => ReactNode {
  let code: Promise<{ default: ComponentType<P> }> | undefined;
  const start = () => code ??= withTimeLimit(load(), chunkLimitMs);
  const Part = lazy(start);
  return function LaterPart(props: P) {
    const texts = useWords().later();
    void start().catch(() => {}); // told by `lazy`, below
    use(texts);
    return <Part {...props} />;
  };
}
