import { Suspense, useState } from "react";
import type { LoginResult } from "../../../server/contract/auth.ts";
import { LoginForm, type LoginValues } from "./login_form.tsx";
import { lazyPart } from "../../ui/feedback/lazy.tsx";

const CodeStep = lazyPart(() => import("./code_step.tsx"));

interface LoginStepsProps {
  /** The user of the open page, if any. */
  known?: string | undefined;
  onEntered: (result: LoginResult) => void;
}

/** Renders the login: user name and password, then a code when required. */
export function LoginSteps({ known, onEntered }: LoginStepsProps) {
  const [waiting, setWaiting] = useState<LoginValues | null>(null);
  if (!waiting) return <LoginForm known={known} onEntered={onEntered} onCodeNeeded={setWaiting} />;
  return (
    <Suspense>
      <CodeStep values={waiting} onEntered={onEntered} onBack={() => setWaiting(null)} />
    </Suspense>
  );
}
