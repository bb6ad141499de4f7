import { type ReactNode, useCallback, useState } from "react";
import { LiveProvider } from "../api/use_live.tsx";
import { PageFrame } from "../shared/page/page_frame.tsx";
import { Layout } from "./layout.tsx";

/**
 * Renders what surrounds every page of a logged-in user. Loads after the login, together with the building blocks of
 * lists (`build/shared_entry.ts`).
 */
export default function AccountFrame(
  { title, resetKey, children }: { title: string; resetKey: unknown; children: ReactNode },
) {
  const [drawn, setDrawn] = useState(false);
  const onDrawn = useCallback(() => setDrawn(true), []);
  return (
    <LiveProvider>
      <Layout title={title} drawn={drawn}>
        <PageFrame resetKey={resetKey} onDrawn={onDrawn}>{children}</PageFrame>
      </Layout>
    </LiveProvider>
  );
}
