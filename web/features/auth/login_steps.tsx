import { Suspense, useState } from "react";
import type { LoginResult } from "../../../server/contract/auth.ts";
import { LoginForm } from "./login_form.tsx";
import type { LoginValues } from "./login_values.ts";
import { lazyPart } from "../../ui/feedback/lazy.tsx";

const CodeStep = lazyPart(() => import("./code_step.tsx"));

interface LoginStepsProps {
  /** Whose page is open, when there is one. */
  known?: string | undefined;
  onEntered: (result: LoginResult) => void;
}

/** User name and password, then a code where one is asked for. */
export function LoginSteps({ known, onEntered }: LoginStepsProps) {
  const [waiting, setWaiting] = useState<LoginValues | null>(null);
  if (!waiting) return <LoginForm known={known} onEntered={onEntered} onCodeNeeded={setWaiting} />;
  return (
    <Suspense>
      <CodeStep values={waiting} onEntered={onEntered} onBack={() => setWaiting(null)} />
    </Suspense>
  );
}
