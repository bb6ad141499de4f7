import { useGuards, useLeaveGuard } from "./leave_guard.tsx";

/** Gives the way to close something over the page, which asks first while `dirty`; the second is for after a save. */
export function useGuardedClose(dirty: boolean, onClose: () => void): [ask: () => void, close: () => void] {
  const guards = useGuards();
  const release = useLeaveGuard(dirty);
  const close = () => {
    release();
    onClose();
  };
  return [() => dirty ? guards.leave(onClose) : onClose(), close];
}
