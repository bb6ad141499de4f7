import type { ReactNode } from "react";
import { calendarLimits } from "../../../../server/contract/limits/calendars.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { useErrorsInside, useFormChange, useFormField } from "../../../ui/form/fields.tsx";
import { ArrowUp, Plus, Trash2 } from "../../../ui/icons/icons.ts";
import { Combobox } from "../../../ui/inputs/combobox.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { TextOrFileField } from "../../../ui/inputs/text_or_file_field.tsx";
import { useCountries } from "../api.ts";
import { useCountryNames } from "../country_names.ts";
import { type CalendarValues, type SourceValues, weekendOf } from "./calendar_values.ts";

/** Renders the sources in their order, with buttons to add, move and remove them. */
export function SourceFields({ isNew }: { isNew: boolean }) {
  const { t } = useMessages();
  const { value: sources, onValue } = useFormField<readonly SourceValues[]>("sources");
  const errorAt = useErrorsInside("sources");
  const replace = (index: number, source: SourceValues) => onValue(sources.with(index, source));
  const add = (source: SourceValues) => onValue([...sources, source]);
  const addings: readonly [label: string, source: SourceValues][] = [
    [t("calendars.addCountry"), { type: "country", country: "", region: "" }],
    [t("calendars.addAddress"), { type: "address", url: "" }],
    [t("calendars.addText"), { type: "text", text: "" }],
  ];
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-2 border-0 p-0">
      <legend className="mb-1 p-0 text-sm font-medium">{t("calendars.sources")}</legend>
      <p className="text-xs text-muted">
        {t(sources.length === 0 ? "calendars.noSources" : "calendars.sourcesHelp")}
      </p>
      {sources.map((source, index) => (
        <Row
          key={index}
          number={index + 1}
          onUp={() => onValue(sources.with(index, sources[index - 1]!).with(index - 1, source))}
          onRemove={() => onValue(sources.toSpliced(index, 1))}
        >
          <SourceField
            source={source}
            isNew={isNew}
            onSource={(next) => replace(index, next)}
            errorAt={(field) => errorAt(`${index}.${field}`)}
          />
        </Row>
      ))}
      {sources.length < calendarLimits.sources && (
        <div className="flex flex-wrap gap-2">
          {addings.map(([label, source]) => (
            <Button
              key={label}
              size="small"
              icon={<Plus />}
              onClick={() => add(source)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  );
}

function Row(
  { number, onUp, onRemove, children }: {
    number: number;
    onUp: () => void;
    onRemove: () => void;
    children: ReactNode;
  },
) {
  const { t } = useMessages();
  return (
    <div className="flex items-start gap-1 rounded-md border border-line bg-sunken p-3">
      <div className="min-w-0 flex-1">{children}</div>
      {number > 1 && (
        <IconButton
          label={t("calendars.moveSource", { number })}
          size="small"
          icon={<ArrowUp />}
          onClick={onUp}
        />
      )}
      <IconButton
        label={t("calendars.removeSource", { number })}
        size="small"
        icon={<Trash2 />}
        onClick={onRemove}
      />
    </div>
  );
}

function SourceField(
  { source, isNew, onSource, errorAt }: {
    source: SourceValues;
    isNew: boolean;
    onSource: (source: SourceValues) => void;
    errorAt: (field: string) => string | undefined;
  },
) {
  const { t } = useMessages();
  if (source.type === "country") return <CountryField {...{ source, isNew, onSource, errorAt }} />;
  if (source.type === "address") {
    return (
      <TextField
        label={t("calendars.address")}
        help={t("calendars.addressHelp")}
        placeholder="https://calendar.example/holidays.ics"
        maxLength={calendarLimits.address}
        value={source.url}
        onChange={({ target }) => onSource({ type: "address", url: target.value })}
        error={errorAt("url")}
      />
    );
  }
  return (
    <TextOrFileField
      label={t("calendars.text")}
      help={t("calendars.textHelp")}
      placeholder="BEGIN:VCALENDAR"
      longest={calendarLimits.text}
      value={source.text}
      onValue={(text) => onSource({ type: "text", text })}
      error={errorAt("text")}
    />
  );
}

function CountryField(
  { source: { country, region }, isNew, onSource, errorAt }: {
    source: Extract<SourceValues, { type: "country" }>;
    isNew: boolean;
    onSource: (source: SourceValues) => void;
    errorAt: (field: string) => string | undefined;
  },
) {
  const { t } = useMessages();
  const change = useFormChange<CalendarValues>();
  const { data } = useCountries();
  const nameOf = useCountryNames();
  const countries = (data?.items ?? []).map(({ country }) => ({
    ...{ value: country, label: nameOf(country), hint: country },
  })).sort((a, b) => a.label.localeCompare(b.label));
  const regions = data?.items.find((one) => one.country === country)?.regions ?? [];
  const choose = (chosen: string) => {
    onSource({ type: "country", country: chosen, region: "" });
    const weekendDays = isNew ? weekendOf(chosen) : null;
    if (weekendDays) change({ weekendDays });
  };
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Combobox
        label={t("calendars.country")}
        searchLabel={t("calendars.countrySearch")}
        placeholder={t("calendars.countryPlaceholder")}
        options={countries}
        value={country}
        onValue={choose}
        error={errorAt("country")}
      />
      {regions.length > 0 && (
        <Combobox
          label={t("calendars.region")}
          options={[
            { value: "", label: t("calendars.wholeCountry") },
            ...regions.map(({ region, name }) => ({ value: region, label: name, hint: region })),
          ]}
          value={region}
          onValue={(region) => onSource({ type: "country", country, region })}
          error={errorAt("region")}
        />
      )}
    </div>
  );
}
