import { useMutation } from "@tanstack/react-query";
import { Check, Copy, Eye, EyeOff, LockKeyhole } from "../../../ui/icons/icons.ts";
import { useEffect, useState } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { useApi } from "../../../api/use_api.tsx";
import { Tooltip } from "../../../ui/buttons/tooltip.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { useCopy } from "../../../ui/inputs/copy_button.tsx";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { byteLength } from "../form/variable_values.ts";
import { useIsAdministrator } from "../../../api/use_permissions.ts";

/** Number of characters to render of a value on one line. */
const visibleCharacters = 300;
const longCharacters = 120;

/** Renders the value of a variable on one line, that of a secret only on request, and buttons to copy it. */
export function VariableValue({ variable, quiet = false }: { variable: Variable; quiet?: boolean }) {
  const { t } = useMessages();
  const { name, secret, unreadable } = variable;
  const { revealed, busy, toggle, copy, copied } = useValue(variable);
  const hidden = secret && revealed === null;
  const mayReveal = useIsAdministrator();
  const button = { size: "small" as const, tooltip: false };
  const style = quiet ? quietStyle : "";
  return (
    <span className="flex min-w-0 items-center gap-1">
      {unreadable
        ? (
          <Tooltip text={t("variables.unreadableHelp")}>
            <span className="flex min-w-0 items-center gap-1 text-warning-text icon-stroke">
              <LockKeyhole size={14} className="shrink-0" />
              <span className="truncate">{t("variables.unreadable")}</span>
            </span>
          </Tooltip>
        )
        : hidden
        ? <span role="img" aria-label={t("variables.hidden")} className="font-mono text-faint">••••••••</span>
        : <ValueText value={revealed ?? variable.value} />}
      {secret && mayReveal && !unreadable && (
        <IconButton
          {...button}
          className={hidden ? style : ""}
          label={t("ui.labelAndValue", {
            label: hidden ? t("variables.reveal") : t("variables.hide"),
            value: name,
          })}
          icon={hidden ? <Eye size={14} /> : <EyeOff size={14} />}
          aria-pressed={!hidden}
          loading={busy}
          onClick={toggle}
        />
      )}
      {(mayReveal || !secret) && !unreadable && (
        <IconButton
          {...button}
          className={copied ? "" : style}
          label={t("ui.labelAndValue", {
            label: copied ? t("ui.copied") : t("variables.copyValue"),
            value: name,
          })}
          icon={copied ? <Check size={14} className="text-success-text" /> : <Copy size={14} />}
          onClick={() => void copy()}
        />
      )}
    </span>
  );
}

const quietStyle =
  "opacity-0 transition-opacity duration-100 touch:opacity-100 group-hover/row:opacity-100 group-focus-within/row:opacity-100";

function ValueText({ value }: { value: string }) {
  const { t, format } = useMessages();
  if (value === "") return <span className="text-faint italic">{t("variables.empty")}</span>;
  const lines = value.split("\n").length;
  const more = lines > 1
    ? t("variables.lines", { count: lines })
    : value.length > longCharacters
    ? format.bytes(byteLength(value))
    : "";
  return (
    <>
      <code className="min-w-0 truncate font-mono text-xs whitespace-pre">
        {value.slice(0, visibleCharacters).replace(/\r?\n/g, " ⏎ ")}
      </code>
      {more && <span className={classNames("shrink-0 text-xs whitespace-nowrap text-faint")}>{more}</span>}
    </>
  );
}

function useValue({ id, version, secret, value }: Variable) {
  const api = useApi();
  const toast = useToast();
  const [copied, setCopied] = useState(false);
  const reveal = useMutation({
    mutationFn: () => read(),
    onError: toast.problem,
    gcTime: 0, // no secret stays in the cache after it is hidden
  });
  const revealed = reveal.data ?? null;
  const { reset } = reveal;
  useEffect(() => reset, [id, version, reset]);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const read = async (): Promise<string> => {
    if (!secret) return value;
    return revealed ?? (await api.get<Variable>(`/variables/${id}`, { query: { reveal: true } })).value;
  };
  const toggle = () => revealed === null ? reveal.mutate() : reset();
  const copyText = useCopy();
  const copy = () => read().then(copyText).then(setCopied).catch(toast.problem);
  return { revealed, busy: reveal.isPending, toggle, copy, copied };
}
