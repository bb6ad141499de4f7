import { Download, Trash2 } from "../../ui/icons/icons.ts";
import { type SystemLogLevel, systemLogLevels } from "../../../server/contract/system_log_levels.ts";
import { useApi } from "../../api/use_api.tsx";
import { buttonClass } from "../../ui/buttons/button.tsx";
import { classNames } from "../../ui/class_names.ts";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { SearchField, useSearchText } from "../../ui/inputs/search_field.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useChange } from "../../shared/actions/use_action.ts";
import { DayFields } from "../../shared/settings/day_fields.tsx";
import { spanOf, type UrlStateHandle } from "./url_state.ts";
import type { Tone } from "../../ui/tones.ts";

interface ToolbarProps {
  handle: UrlStateHandle;
  follows: boolean;
  onFollows: (follows: boolean) => void;
}

/** Renders the filters, the live switch, and the download and clear buttons. */
export function SystemLogToolbar({ handle, follows, onFollows }: ToolbarProps) {
  const { t } = useMessages();
  const { urlState, change } = handle;
  const [text, setText] = useSearchText(urlState.q, (q) => change({ q }));
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <SearchField
          label={t("systemLog.search")}
          placeholder={t("systemLog.search")}
          value={text}
          onValue={setText}
          className="min-w-28 flex-1 md:max-w-72"
        />
        <div className="flex items-center gap-2 max-sm:order-last max-sm:w-full">
          <DayFields
            labels={{ from: t("systemLog.from"), to: t("systemLog.to") }}
            from={urlState.from}
            to={urlState.to}
            onDays={change}
          />
        </div>
        <div className="ms-auto flex items-center gap-1">
          <DownloadLink {...urlState} />
          <ClearButton />
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <LevelChips levels={urlState.levels} onLevels={(levels) => change({ levels })} />
        <Switch label={t("systemLog.follow")} checked={follows} onChecked={onFollows} />
      </div>
    </div>
  );
}

function LevelChips(
  { levels, onLevels }: {
    levels: readonly SystemLogLevel[];
    onLevels: (levels: readonly SystemLogLevel[]) => void;
  },
) {
  const { t } = useMessages();
  const toggle = (level: SystemLogLevel) =>
    onLevels(systemLogLevels.filter((one) => levels.includes(one) !== (one === level)));
  return (
    <div role="group" aria-label={t("systemLog.levels")} className="flex flex-wrap gap-1.5">
      {systemLogLevels.toReversed().map((level) => {
        const pressed = levels.includes(level);
        return (
          <button
            key={level}
            type="button"
            aria-pressed={pressed}
            onClick={() => toggle(level)}
            className={classNames(
              "inline-flex h-7 items-center rounded-full border px-2.5 text-xs transition-colors duration-100 touch:h-11 touch:px-4",
              pressed
                ? "border-accent bg-accent-soft text-accent-text"
                : "border-line-strong text-muted hover:bg-hover hover:text-text",
            )}
          >
            <StatusDot tone={levelTones[level]}>{t(`systemLog.${level}`)}</StatusDot>
          </button>
        );
      })}
    </div>
  );
}

function DownloadLink(days: { from: string; to: string }) {
  const { t } = useMessages();
  const api = useApi();
  return (
    <a
      download
      href={api.url("/system-log/download", spanOf(days))}
      title={t("systemLog.download")}
      aria-label={t("systemLog.download")}
      className={classNames(buttonClass({ variant: "ghost" }), "px-2!")}
    >
      <Download />
    </a>
  );
}

function ClearButton() {
  const { t } = useMessages();
  const { ask, question } = useConfirm();
  const clear = useChange({
    send: (api) => api.delete("/system-log"),
    invalidates: [[]], // all
    waits: true,
    done: "systemLog.cleared",
  });
  const askClear = () =>
    ask({
      danger: true,
      title: t("systemLog.clearTitle"),
      text: t("systemLog.clearText"),
      confirmLabel: t("systemLog.clear"),
      onConfirm: () => clear.mutateAsync(undefined),
    });
  return (
    <>
      <IconButton label={t("systemLog.clear")} icon={<Trash2 />} tone="danger" onClick={askClear} />
      {question}
    </>
  );
}

export const levelTones: Record<SystemLogLevel, Tone> = {
  debug: "neutral",
  info: "accent",
  warn: "warning",
  error: "danger",
};
