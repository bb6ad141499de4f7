import type { UpdateObstacle } from "../../../server/contract/system.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { CopyButton } from "../../ui/inputs/copy_button.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

/** Says what to do instead, where the panel cannot replace itself. */
export function Obstacle({ obstacle, image }: { obstacle: UpdateObstacle; image: string | null }) {
  const { t } = useMessages();
  switch (obstacle) {
    case "container":
      return (
        <Instead
          text={t(image === null ? "about.buildImage" : "about.pullImage")}
          commands={image === null
            ? ["docker compose build --pull", "docker compose up -d"]
            : [`docker pull ${image}`, "docker compose up -d"]}
        />
      );
    case "sources":
      return (
        <Instead
          text={t("about.fetchSources")}
          commands={["git pull", "deno task build", "deno task start"]}
        />
      );
    case "no_key":
      return <Callout tone="warning">{t("about.noKey")}</Callout>;
    case "no_address":
      return <Callout>{t("about.noAddress")}</Callout>;
  }
}

function Instead({ text, commands }: { text: string; commands: string[] }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p>{text}</p>
      {commands.map((command) => (
        <div key={command} className="flex items-center gap-2 rounded-md bg-sunken py-1 ps-3 pe-1">
          <code className="min-w-0 flex-1 overflow-x-auto font-mono text-xs whitespace-nowrap" tabIndex={0}>
            {command}
          </code>
          <CopyButton text={command} />
        </div>
      ))}
    </div>
  );
}
