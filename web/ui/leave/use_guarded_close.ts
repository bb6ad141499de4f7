import { useGuards, useLeaveGuard } from "./leave_guard.tsx";

/**
 * Returns a function that closes an overlay and asks first while `dirty`, and one that closes it without asking, for
 * use after a save.
 */
export function useGuardedClose(dirty: boolean, onClose: () => void): [ask: () => void, close: () => void] {
  const guards = useGuards();
  const release = useLeaveGuard(dirty);
  const close = () => {
    release();
    onClose();
  };
  return [() => dirty ? guards.leave(onClose) : onClose(), close];
}
