import { useState } from "react";
import type { LoginBody, LoginResult } from "../../../server/contract/auth.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { useApi } from "../../api/use_api.tsx";

/** Sends name, password and code; the first wish of the panel for a code is a step and no fault. */
export function useLogin(onEntered: (result: LoginResult) => void, onCodeNeeded?: () => void) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiProblem | null>(null);
  const send = async (body: LoginBody) => {
    setBusy(true);
    setError(null);
    try {
      onEntered(await api.post<LoginResult>("/auth/login", body));
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      if (problem.code === "second_factor_required" && onCodeNeeded) onCodeNeeded();
      else setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return { send, busy, error };
}
