import { Copy, Pencil, Play, Trash2 } from "../../../web/ui/icons/icons.ts";
import { Button, ButtonLink, type ButtonVariant } from "../../../web/ui/buttons/button.tsx";
import { IconButton } from "../../../web/ui/buttons/icon_button.tsx";
import { KeyHint } from "../../../web/ui/buttons/key_hint.tsx";
import { NewButton } from "../../../web/ui/buttons/new_button.tsx";
import { Spinner } from "../../../web/ui/buttons/spinner.tsx";
import { CopyButton } from "../../../web/ui/inputs/copy_button.tsx";
import { Example, Examples } from "../example.tsx";
import { samples } from "../messages.ts";

const variants: readonly ButtonVariant[] = ["primary", "secondary", "ghost", "danger"];

export function ButtonSection() {
  return (
    <>
      {variants.map((variant) => <Variant key={variant} variant={variant} />)}
      <IconButtons />
      <OtherButtons />
    </>
  );
}

function Variant({ variant }: { variant: ButtonVariant }) {
  const { states, save, chineseName } = samples;
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-mono text-sm">{variant}</h3>
      <Examples narrow>
        <Example name={states.default}>
          <Button variant={variant} icon={<Play />}>{save}</Button>
        </Example>
        <Example name={states.hover} force="hover">
          <Button variant={variant}>{save}</Button>
        </Example>
        <Example name={states.focus} force="focus-visible">
          <Button variant={variant}>{save}</Button>
        </Example>
        <Example name={states.pressed} force="active">
          <Button variant={variant}>{save}</Button>
        </Example>
        <Example name={states.disabled}>
          <Button variant={variant} disabled>{save}</Button>
        </Example>
        <Example name={states.loading}>
          <Button variant={variant} loading>{save}</Button>
        </Example>
        <Example name={states.small}>
          <Button variant={variant} size="small">{save}</Button>
        </Example>
        <Example name={states.chinese} chinese>
          <Button variant={variant}>{chineseName.slice(0, 4)}</Button>
        </Example>
      </Examples>
    </div>
  );
}

function IconButtons() {
  const { states, edit, remove } = samples;
  const icon = <Pencil />;
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-mono text-sm">IconButton</h3>
      <Examples narrow>
        <Example name={states.default}>
          <IconButton label={edit} icon={icon} />
        </Example>
        <Example name={states.hover} force="hover">
          <IconButton label={edit} icon={icon} tooltip={false} />
        </Example>
        <Example name={states.focus} force="focus-visible">
          <IconButton label={edit} icon={icon} tooltip={false} />
        </Example>
        <Example name={`${remove} · ${states.hover}`} force="hover">
          <IconButton label={remove} icon={<Trash2 />} tone="danger" tooltip={false} />
        </Example>
        <Example name={states.disabled}>
          <IconButton label={edit} icon={icon} disabled />
        </Example>
        <Example name={states.loading}>
          <IconButton label={edit} icon={icon} loading />
        </Example>
        <Example name={states.small}>
          <IconButton label={edit} icon={icon} size="small" />
        </Example>
      </Examples>
    </div>
  );
}

function OtherButtons() {
  const { states, add, longName, copy } = samples;
  return (
    <Examples narrow>
      <Example name="NewButton">
        <NewButton label={add} onClick={() => {}} />
      </Example>
      <Example name="ButtonLink">
        <ButtonLink href="/dev/gallery" icon={<Copy />}>{copy}</ButtonLink>
      </Example>
      <Example name="CopyButton">
        <CopyButton text={longName} />
      </Example>
      <Example name="KeyHint">
        <KeyHint keys={["Ctrl", "K"]} />
      </Example>
      <Example name="Spinner">
        <span className="flex items-center gap-2">
          <Spinner size="small" label={states.loading} />
          <Spinner label={states.loading} />
          <Spinner size="large" label={states.loading} />
        </span>
      </Example>
      <Example name={states.longText} wide>
        <span className="flex overflow-x-auto p-1" tabIndex={0} role="group" aria-label={states.longText}>
          <Button>{longName}</Button>
        </span>
      </Example>
    </Examples>
  );
}
