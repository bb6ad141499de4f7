import { useEffect, useState, useSyncExternalStore } from "react";
import { useToast } from "../feedback/use_toast.tsx";
import { LogLoader } from "./log_loader.ts";
import type { LogSource } from "./log_source.ts";

// More often than the eye can tell would only take the time to read what arrives.
const paceMs = 50;

/** Makes the way to run something at a coming frame, not before some time has passed since the last. */
function createPace(): (run: () => void) => void {
  let last = 0;
  return (run) => {
    const wait = Math.max(0, last + paceMs - performance.now());
    setTimeout(() =>
      requestAnimationFrame(() => {
        last = performance.now();
        run();
      }), wait);
  };
}

/** Opens a log while it is on the page; a new source is a new log. */
export function useLogLoader(source: LogSource) {
  const toast = useToast();
  const make = () =>
    new LogLoader({
      source,
      nextFrame: createPace(),
      onProblem: toast.problem,
    });
  const [loader, setLoader] = useState(make);
  const [visible, setVisible] = useState(source);
  if (visible !== source) {
    setVisible(source);
    setLoader(make());
  }
  useEffect(() => {
    loader.start();
    return () => loader.stop();
  }, [loader]);
  const state = useSyncExternalStore(loader.onChange, loader.state);
  return { loader, state };
}
