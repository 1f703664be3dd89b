import { Button } from '@mantine/core';
import type { AttributeSetting, AttributeSpec } from '@solvane/energy/quality/method-attributes';
import { QUALITY_METHODS } from '@solvane/energy/quality/methods';
import { useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { RowSelect } from '../../shared/controls/row-select.tsx';
import { Segments } from '../../shared/controls/segments.tsx';
import { MultiSelectField } from '../../shared/fields/select-field.tsx';
import classes from './method-fields.module.css';
import { MethodPicture } from './method-picture.tsx';
import { type DraftMethod, settingOf, settingProblem, specsOf, withSetting } from './quality-draft.ts';
import { useQualityWords } from './use-quality-texts.ts';

/** A device that can stand in for another one. */
export interface QualityDevice {
  id: string;
  name: string;
  siteName: string;
}

interface MethodFieldsProps {
  item: DraftMethod;
  /** As saved; undefined: it was added. */
  was: DraftMethod | undefined;
  devices: readonly QualityDevice[];
  canEdit: boolean;
  onChange: (part: Partial<DraftMethod>) => void;
}

/** What a method does, every setting with unit and bounds, and its two flags. */
export function MethodFields({ item, was, devices, canEdit, onChange }: MethodFieldsProps) {
  const { formatMessage } = useIntl();
  const words = useQualityWords();
  const { method, list, quality, cascade } = item;
  const specs = specsOf(method);
  const isInternal = list === 'internal';
  const effects = isInternal
    ? [formatMessage({ id: 'QualityConfiguration_Reject' }), formatMessage({ id: 'QualityConfiguration_Suspect' })]
    : [formatMessage({ id: 'QualityConfiguration_Good' }), formatMessage({ id: 'QualityConfiguration_Estimate' })];
  const next = isInternal
    ? [formatMessage({ id: 'QualityConfiguration_TestFurther' }), formatMessage({ id: 'QualityConfiguration_Stop' })]
    : [formatMessage({ id: 'QualityConfiguration_TryNext' }), formatMessage({ id: 'QualityConfiguration_StopHere' })];
  const canBeGood = isInternal || QUALITY_METHODS[method].quality;
  return (
    <div className={classes.open}>
      <div className={classes.about}>
        <MethodPicture method={method} />
        <p>{words.about(method)}</p>
        {canEdit && item.settings !== '{}' && (
          <Button size="compact-xs" variant="subtle" onClick={() => onChange({ settings: '{}' })}>
            {formatMessage({ id: 'QualityConfiguration_Reset' })}
          </Button>
        )}
      </div>
      <div className={classes.fields}>
        {specs.map(([name, spec]) => (
          <SettingField
            key={name}
            item={item}
            was={was}
            name={name}
            spec={spec}
            devices={devices}
            canEdit={canEdit}
            onChange={(value) => onChange({ settings: withSetting(item, name, value) })}
          />
        ))}
      </div>
      <fieldset className={classes.flags} disabled={!canEdit}>
        {canBeGood && (
          <>
            <span>{formatMessage({ id: isInternal ? 'QualityConfiguration_OnHit' : 'QualityConfiguration_CountsAs' })}</span>
            <Flag
              label={formatMessage({ id: 'QualityConfiguration_QualityFlag' })}
              value={quality}
              options={effects}
              onChange={(on) => onChange({ quality: on })}
            />
          </>
        )}
        <span>{formatMessage({ id: isInternal ? 'QualityConfiguration_Then' : 'QualityConfiguration_WithoutValue' })}</span>
        <Flag
          label={formatMessage({ id: 'QualityConfiguration_CascadeFlag' })}
          value={cascade}
          options={next}
          onChange={(on) => onChange({ cascade: on })}
        />
      </fieldset>
    </div>
  );
}

function Flag({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: boolean;
  options: readonly string[];
  onChange: (on: boolean) => void;
}) {
  return (
    <Segments
      label={label}
      value={value ? 'on' : 'off'}
      options={[
        { value: 'on', label: options[0] ?? '' },
        { value: 'off', label: options[1] ?? '' },
      ]}
      onChange={(chosen) => onChange(chosen === 'on')}
    />
  );
}

interface SettingFieldProps extends Omit<MethodFieldsProps, 'onChange'> {
  name: string;
  spec: AttributeSpec<AttributeSetting>;
  onChange: (value: AttributeSetting) => void;
}

function SettingField({ item, was, name, spec, devices, canEdit, onChange }: SettingFieldProps) {
  const { formatMessage } = useIntl();
  const words = useQualityWords();
  const id = useId();
  const unit = words.unit(spec, item.signal);
  const value = settingOf(item, name, spec);
  const before = was && settingOf(was, name, spec);
  const isChanged = before !== undefined && JSON.stringify(before) !== JSON.stringify(value);
  const problem = settingProblem(spec, value);
  const label = words.attribute(name);
  const notes = [
    words.bounds(spec),
    spec.default !== null && !isEmptyDefault(spec.default)
      ? formatMessage({ id: 'QualityConfiguration_Default' }, { value: words.setting(spec.default, unit) })
      : '',
    isChanged ? formatMessage({ id: 'QualityConfiguration_Was' }, { value: words.setting(before, unit) }) : '',
  ].filter((note) => note !== '');
  return (
    <div className={classes.field} data-wide={Array.isArray(spec.default) || undefined}>
      <label htmlFor={id}>{label}</label>
      <SettingInput
        id={id}
        label={label}
        unit={unit}
        value={value}
        spec={spec}
        name={name}
        devices={devices}
        canEdit={canEdit}
        isInvalid={problem !== undefined}
        onChange={onChange}
      />
      <small>{notes.join(', ')}</small>
      {problem && (
        <small role="alert" className={classes.problem}>
          {words.problem(spec, problem)}
        </small>
      )}
    </div>
  );
}

interface SettingInputProps extends Pick<SettingFieldProps, 'name' | 'spec' | 'devices' | 'canEdit' | 'onChange'> {
  id: string;
  label: string;
  unit: string;
  value: AttributeSetting;
  isInvalid: boolean;
}

function SettingInput({ id, label, unit, value, spec, name, devices, canEdit, isInvalid, onChange }: SettingInputProps) {
  const words = useQualityWords();
  const { formatMessage } = useIntl();
  if (typeof spec.default === 'boolean') {
    const options = [
      { value: 'true', label: formatMessage({ id: 'Common_Yes' }) },
      { value: 'false', label: formatMessage({ id: 'Common_No' }) },
    ];
    return (
      <RowSelect
        isReadOnly={!canEdit}
        label={label}
        value={String(value)}
        options={options}
        onChange={(chosen) => onChange(chosen === 'true')}
      />
    );
  }
  if (spec.options) {
    const options = spec.options.map((option) => ({ value: String(option), label: words.option(String(option)) }));
    return (
      <RowSelect isReadOnly={!canEdit} label={label} value={String(value)} options={options} onChange={(chosen) => onChange(chosen)} />
    );
  }
  if (name === 'referenceDeviceIds')
    return (
      <MultiSelectField
        label={label}
        isLabelHidden
        isDisabled={!canEdit}
        placeholder={formatMessage({ id: 'QualityConfiguration_ReferenceDevices' })}
        options={deviceOptions(devices, Array.isArray(value) ? value.map(String) : [])}
        values={Array.isArray(value) ? value.map(String) : []}
        onChange={(ids) => onChange(ids)}
      />
    );
  if (typeof spec.default === 'string')
    return (
      <input
        id={id}
        className={classes.input}
        value={typeof value === 'string' ? value : ''}
        disabled={!canEdit}
        aria-invalid={isInvalid}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  const toText = (number: AttributeSetting): string => (Array.isArray(number) ? number.join('; ') : number === null ? '' : String(number));
  return (
    <NumberInput
      id={id}
      unit={unit}
      text={toText(value)}
      canEdit={canEdit}
      isInvalid={isInvalid}
      isList={name === 'monthly'}
      onChange={onChange}
    />
  );
}

interface NumberInputProps extends Pick<SettingInputProps, 'id' | 'unit' | 'canEdit' | 'isInvalid' | 'onChange'> {
  text: string;
  /** Twelve numbers, one per month. */
  isList: boolean;
}

/** Keeps what is typed until it is a number: half of a number is no other number. */
function NumberInput({ id, unit, text, canEdit, isInvalid, isList, onChange }: NumberInputProps) {
  const [typed, setTyped] = useState(text);
  const [shownFor, setShownFor] = useState(text);
  if (shownFor !== text) {
    setShownFor(text);
    if (numberText(typed) !== text) setTyped(text);
  }
  const change = (next: string): void => {
    setTyped(next);
    const number = Number(numberText(next));
    if (isList) onChange(listOf(next));
    else onChange(next.trim() === '' ? null : Number.isNaN(number) ? next : number);
  };
  return (
    <span className={classes.number} data-invalid={isInvalid || undefined}>
      <input
        id={id}
        inputMode="decimal"
        value={typed}
        disabled={!canEdit}
        aria-invalid={isInvalid}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      {unit !== '' && <span>{unit}</span>}
    </span>
  );
}

/** A comma counts as a decimal point, U+2212 as a minus. */
function numberText(text: string): string {
  return text.trim().replace('\u2212', '-').replace(',', '.');
}

function listOf(text: string): readonly number[] | null {
  const numbers = text.split(';').map((each) => Number(numberText(each)));
  return text.trim() === '' ? null : numbers;
}

function isEmptyDefault(value: AttributeSetting): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

/** Those that are stated stay in the list, even of a site that is not seen here. */
function deviceOptions(devices: readonly QualityDevice[], stated: readonly string[]) {
  const known = new Set(devices.map(({ id }) => id));
  return [
    ...devices.map(({ id, name, siteName }) => ({ value: id, label: `${name} \u00b7 ${siteName}` })),
    ...stated.filter((id) => !known.has(id)).map((id) => ({ value: id, label: id })),
  ];
}
