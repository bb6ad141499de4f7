import { useState } from "react";
import { Checkbox } from "../../../web/ui/inputs/checkbox.tsx";
import { ChipsField } from "../../../web/ui/inputs/chips_field.tsx";
import { Combobox } from "../../../web/ui/inputs/combobox.tsx";
import { DateField, DateTimeField, TimeField } from "../../../web/ui/inputs/date_field.tsx";
import { FilterButton } from "../../../web/ui/inputs/filter_button.tsx";
import { FieldGroup, FoldedSection } from "../../../web/ui/inputs/folded_section.tsx";
import { NumberField } from "../../../web/ui/inputs/number_field.tsx";
import { PasswordField } from "../../../web/ui/inputs/password_field.tsx";
import { SearchField } from "../../../web/ui/inputs/search_field.tsx";
import { type SecretAction, storedSecret } from "../../../web/ui/inputs/secret_action.ts";
import { SecretField } from "../../../web/ui/inputs/secret_field.tsx";
import { SegmentedControl } from "../../../web/ui/inputs/segmented_control.tsx";
import { Select } from "../../../web/ui/inputs/select.tsx";
import { Switch } from "../../../web/ui/inputs/switch.tsx";
import { TextArea } from "../../../web/ui/inputs/text_area.tsx";
import { TextField } from "../../../web/ui/inputs/text_field.tsx";
import { TextOrFileField } from "../../../web/ui/inputs/text_or_file_field.tsx";
import { TimeZoneField } from "../../../web/ui/inputs/time_zone_field.tsx";
import { Example, Examples } from "../example.tsx";
import { samples } from "../messages.ts";

export function InputSection() {
  return (
    <>
      <TextFields />
      <OtherTexts />
      <Choices />
      <Toggles />
      <Dates />
      <Secrets />
    </>
  );
}

function TextFields() {
  const { states, name } = samples;
  return (
    <Examples>
      <Example name={states.empty}>
        <TextField label={name} placeholder={samples.sampleName} />
      </Example>
      <Example name={states.withHelp}>
        <TextField label={name} optional help={samples.help} defaultValue={samples.sampleName} />
      </Example>
      <Example name={states.hover} force="hover">
        <TextField label={name} defaultValue={samples.sampleName} />
      </Example>
      <Example name={states.focus} force="focus-visible">
        <TextField label={name} defaultValue={samples.sampleName} />
      </Example>
      <Example name={states.error}>
        <TextField
          label={name}
          help={samples.wrongHelp}
          error={samples.wrong}
          defaultValue={samples.sampleName}
        />
      </Example>
      <Example name={states.disabled}>
        <TextField label={name} disabled defaultValue={samples.sampleName} />
      </Example>
      <Example name={states.longText}>
        <TextField label={samples.command} mono defaultValue={samples.longCommand} />
      </Example>
      <Example name={states.chinese} chinese>
        <TextField label={name} defaultValue={samples.chineseName} />
      </Example>
    </Examples>
  );
}

function OtherTexts() {
  const [count, setCount] = useState<number | null>(90);
  const [query, setQuery] = useState(samples.sampleName);
  const [content, setContent] = useState("");
  const [names, setNames] = useState<readonly string[]>(["backup", "nightly"]);
  return (
    <Examples>
      <Example name="NumberField">
        <NumberField label={samples.timeout} unit={samples.seconds} value={count} onValue={setCount} />
      </Example>
      <Example name="PasswordField">
        <PasswordField label={samples.password} defaultValue="correct horse" autoComplete="off" />
      </Example>
      <Example name="TextArea">
        <TextArea label={samples.note} mono defaultValue={`${samples.longCommand}\necho done`} />
      </Example>
      <Example name={`TextArea · ${samples.states.disabled}`}>
        <TextArea label={samples.note} disabled defaultValue={samples.help} />
      </Example>
      <Example name={`SearchField · ${samples.states.empty}`}>
        <SearchField label={samples.search} value="" onValue={() => {}} />
      </Example>
      <Example name={`SearchField · ${samples.states.filled}`}>
        <SearchField label={samples.search} value={query} onValue={setQuery} />
      </Example>
      <Example name="ChipsField">
        <ChipsField label={samples.labels} value={names} onValue={setNames} />
      </Example>
      <Example name={`ChipsField · ${samples.states.error}`}>
        <ChipsField
          label={samples.labels}
          value={["x".repeat(60)]}
          onValue={() => {}}
          error={samples.wrong}
        />
      </Example>
      <Example name="TextOrFileField" wide>
        <TextOrFileField
          label={samples.note}
          help={samples.help}
          placeholder={samples.longCommand}
          longest={1000}
          value={content}
          onValue={setContent}
          error={undefined}
        />
      </Example>
    </Examples>
  );
}

function Choices() {
  const { states, policy, zone } = samples;
  const options = [
    { value: "queue", label: samples.queue, help: samples.help },
    { value: "skip", label: samples.skip },
    { value: "parallel", label: samples.parallel },
  ];
  const [value, setValue] = useState("queue");
  const [timeZone, setZone] = useState("Europe/Berlin");
  const select = { label: policy, value, onValue: setValue, options };
  return (
    <Examples>
      <Example name="Select">
        <Select {...select} />
      </Example>
      <Example name={`Select · ${states.focus}`} force="focus-visible">
        <Select {...select} />
      </Example>
      <Example name={`Select · ${states.error}`}>
        <Select {...select} error={samples.wrong} />
      </Example>
      <Example name={`Select · ${states.disabled}`}>
        <Select {...select} disabled />
      </Example>
      <Example name="Combobox">
        <Combobox {...select} options={options.map((one) => ({ ...one, hint: one.value }))} />
      </Example>
      <Example name={`Combobox · ${states.empty}`}>
        <Combobox {...select} value="" placeholder={samples.search} />
      </Example>
      <Example name={`Combobox · ${states.disabled}`}>
        <Combobox {...select} disabled />
      </Example>
      <Example name="TimeZoneField">
        <TimeZoneField label={zone} value={timeZone} onValue={setZone} searchLabel={zone} />
      </Example>
      <Example name="FilterButton">
        <FilterButton
          label={samples.filter}
          entries={options.map(({ value, label }) => ({ label, onSelect: () => setValue(value) }))}
        />
      </Example>
      <Example name="SegmentedControl" wide>
        <SegmentedControl {...select} help={samples.help} />
      </Example>
    </Examples>
  );
}

function Toggles() {
  const { states, yes, help, enabled } = samples;
  const [on, setOn] = useState(true);
  return (
    <Examples>
      <Example name="Checkbox">
        <Checkbox label={yes} checked={on} onChange={() => setOn(!on)} />
      </Example>
      <Example name={`Checkbox · ${states.empty} · ${states.focus}`} force="focus-visible">
        <Checkbox label={yes} />
      </Example>
      <Example name="Checkbox · indeterminate">
        <Checkbox label={yes} indeterminate />
      </Example>
      <Example name={`Checkbox · ${states.disabled}`}>
        <Checkbox label={yes} disabled defaultChecked />
      </Example>
      <Example name="Switch">
        <Switch label={enabled} help={help} checked={on} onChecked={setOn} />
      </Example>
      <Example name={`Switch · ${states.empty} · ${states.focus}`} force="focus-visible">
        <Switch label={enabled} checked={false} onChecked={() => {}} />
      </Example>
      <Example name={`Switch · ${states.disabled}`}>
        <Switch label={enabled} checked disabled onChecked={() => {}} />
      </Example>
    </Examples>
  );
}

function Dates() {
  const { day: dayLabel, time: timeLabel, states, wrong } = samples;
  const [day, setDay] = useState("2026-11-23");
  const [moment, setMoment] = useState("2026-11-23T06:30");
  const [time, setTime] = useState("06:30");
  return (
    <Examples>
      <Example name="DateField">
        <DateField label={dayLabel} value={day} onValue={setDay} />
      </Example>
      <Example name={`DateField · ${states.error}`}>
        <DateField label={dayLabel} value="" onValue={() => {}} error={wrong} />
      </Example>
      <Example name="DateTimeField">
        <DateTimeField label={dayLabel} value={moment} onValue={setMoment} />
      </Example>
      <Example name="TimeField">
        <TimeField label={timeLabel} value={time} onValue={setTime} />
      </Example>
    </Examples>
  );
}

function Secrets() {
  const [secret, setSecret] = useState<SecretAction>(storedSecret);
  const field = { label: samples.token, removable: true, onSecret: setSecret };
  return (
    <Examples>
      <Example name="SecretField">
        <SecretField {...field} stored secret={secret}>
          {({ autoFocus, ...typed }) => <TextField {...typed} autoFocus={autoFocus} mono />}
        </SecretField>
      </Example>
      <Example name={`SecretField · ${samples.remove}`}>
        <SecretField {...field} stored secret={{ kind: "remove" }}>
          {(typed) => <TextField {...typed} mono />}
        </SecretField>
      </Example>
      <Example name={`SecretField · ${samples.states.empty}`}>
        <SecretField {...field} stored={false} secret={storedSecret}>
          {(typed) => <TextField {...typed} mono />}
        </SecretField>
      </Example>
      <Example name="FoldedSection" wide>
        <FoldedSection name="gallery.folded" title={samples.advanced} hint={samples.advancedHint}>
          <FieldGroup title={samples.timeout}>
            <TextField label={samples.name} />
          </FieldGroup>
        </FoldedSection>
      </Example>
      <Example name={`FoldedSection · ${samples.states.error}`} wide>
        <FoldedSection name="gallery.error" title={samples.advanced} hint={samples.advancedHint}>
          <FieldGroup title={samples.timeout}>
            <TextField label={samples.name} error={samples.wrong} />
          </FieldGroup>
        </FoldedSection>
      </Example>
    </Examples>
  );
}
