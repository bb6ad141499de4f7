import { Component, type ReactNode } from "react";
import { ErrorState } from "../ui/error_state.tsx";
import { useWords } from "../words/use_words.tsx";
import { LoadTimeoutError } from "./time_limit.ts";

/** Shows what went wrong in place of the page that broke. Changes of `resetKey` give the next page a clean start. */
export class ErrorBoundary extends Component<
  { resetKey: unknown; children: ReactNode },
  { error: unknown; failed: boolean }
> {
  override state = { error: undefined as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override componentDidUpdate(before: { resetKey: unknown }) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? <BrokenPage error={this.state.error} /> : this.props.children;
  }
}

function BrokenPage({ error }: { error: unknown }) {
  const { t } = useWords();
  const notLoaded = error instanceof LoadTimeoutError || isChunkError(error);
  return (
    <ErrorState
      error={error}
      title={notLoaded ? t("shell.chunkFailed") : t("shell.crashed")}
      text={notLoaded ? t("shell.chunkFailedHelp") : t("shell.crashedHelp")}
      // The whole page, not the chunk: after an update of the panel the chunk's name is another.
      onRetry={() => location.reload()}
    />
  );
}

/** Tells whether a dynamic import failed; every browser words it differently. */
export function isChunkError(error: unknown): boolean {
  return error instanceof TypeError &&
    /dynamically imported module|Importing a module script failed|error loading/i.test(error.message);
}
