import type { AttributeSetting, AttributeSpec, MethodName } from '@solvane/energy/quality/method-attributes';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import type { MessageKey } from '@solvane/i18n/messages';
import { useIntl } from 'react-intl';
import type { ItemTexts } from '../../shared/configuration/item-texts.ts';
import { useSignalName } from '../../shared/signals/use-signal-name.ts';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { type DraftMethod, parseSignalKey, problemsOf, type SettingProblem, settingsOf, specsOf } from './quality-draft.ts';

export interface QualityWords {
  method: (method: MethodName) => string;
  about: (method: MethodName) => string;
  attribute: (name: string) => string;
  option: (value: string) => string;
  /** A signal, with the types of devices where its rules are for some only. */
  signal: (key: string) => string;
  /** Unit of a setting; empty: none. */
  unit: (spec: AttributeSpec<AttributeSetting>, signal: string) => string;
  /** A value with its unit. */
  setting: (value: AttributeSetting, unit: string) => string;
  /** Smallest and largest value; empty: none. */
  bounds: (spec: AttributeSpec<AttributeSetting>) => string;
  problem: (spec: AttributeSpec<AttributeSetting>, problem: SettingProblem) => string;
}

/** Names of methods, settings and signals. */
export function useQualityWords(): QualityWords {
  const { formatMessage, formatNumber } = useIntl();
  const signalName = useSignalName();
  const serverText = useServerText();
  const message = (id: MessageKey): string => formatMessage({ id });
  const optionText = (value: string): string => {
    const key = `QualityOption_${value}`;
    const text = serverText(key);
    return text === key ? value : text;
  };
  const valueText = (value: AttributeSetting): string => {
    if (typeof value === 'number') return formatNumber(value, { maximumFractionDigits: 6 });
    if (typeof value === 'boolean') return message(value ? 'Common_Yes' : 'Common_No');
    if (typeof value === 'string') return value === '' ? '\u2014' : optionText(value);
    return value === null || value.length === 0 ? '\u2014' : value.map((each) => valueText(each)).join(', ');
  };
  const bounds = ({ min, max }: AttributeSpec<AttributeSetting>): string => {
    if (min !== undefined && max !== undefined) return `${valueText(min)} \u2013 ${valueText(max)}`;
    if (min !== undefined) return `\u2265\u2009${valueText(min)}`;
    return max === undefined ? '' : `\u2264\u2009${valueText(max)}`;
  };
  return {
    bounds,
    problem: (spec, problem) =>
      formatMessage({ id: `QualityConfiguration_Setting_${problem}` }, { min: spec.min ?? 0, max: spec.max ?? 0, bounds: bounds(spec) }),
    method: (method) => message(`QualityMethod_${method}`),
    about: (method) => message(`QualityMethodAbout_${method}`),
    attribute: (name) => serverText(`QualityAttribute_${name}`),
    option: (value) => valueText(value),
    signal: (key) => {
      const { apCode, segmentTypes } = parseSignalKey(key);
      const name = signalName(`${apCode}||Raw`);
      const [first, ...others] = segmentTypes.map((type) => serverText(`SegmentType_${type}`));
      if (first === undefined) return name;
      return others.length === 0 ? `${name} (${first})` : `${name} (${first} +${others.length})`;
    },
    unit: ({ unit = '' }, signal) => {
      const { apCode } = parseSignalKey(signal);
      return unit === 'signal' ? (findSignalDefinition(`${apCode}||Raw`)?.unit ?? '') : unit;
    },
    setting: (value, unit) => (typeof value === 'number' && unit !== '' ? `${valueText(value)}\u2009${unit}` : valueText(value)),
  };
}

/** What has to be corrected before a draft can be saved. */
export function useSettingProblems(methods: readonly DraftMethod[]): { methodId: string; attribute: string; text: string }[] {
  const words = useQualityWords();
  return problemsOf(methods).map(({ id, attribute, spec, problem }) => ({
    methodId: id,
    attribute,
    text: `${words.attribute(attribute)}, ${words.problem(spec, problem)}`,
  }));
}

const LABELS = {
  rank: 'QualityConfiguration_Rank',
  isActive: 'QualityConfiguration_Active',
  quality: 'QualityConfiguration_QualityFlag',
  cascade: 'QualityConfiguration_CascadeFlag',
  settings: 'QualityConfiguration_Settings',
} as const satisfies Partial<Record<keyof DraftMethod, MessageKey>>;

/** Methods where two states of a configuration are compared. */
export function useQualityTexts(): ItemTexts<DraftMethod> {
  const { formatMessage, formatNumber } = useIntl();
  const words = useQualityWords();
  return {
    fields: ['rank', 'isActive', 'quality', 'cascade', 'settings'],
    nameOf: ({ signal, method }) => `${words.signal(signal)}, ${words.method(method)}`,
    labelOf: (field) => (isLabelled(field) ? formatMessage({ id: LABELS[field] }) : field),
    textOf: (item, field) => {
      if (field === 'rank') return formatNumber(item.rank);
      if (field === 'isActive') return formatMessage({ id: item.isActive ? 'Common_Yes' : 'Common_No' });
      if (field === 'quality') return formatMessage({ id: effectOf(item) });
      if (field === 'cascade') return formatMessage({ id: cascadeOf(item) });
      const stated = settingsOf(item);
      const texts = specsOf(item.method).flatMap(([name, spec]) => {
        const value = stated.get(name);
        return value === undefined ? [] : [`${words.attribute(name)} ${words.setting(value, words.unit(spec, item.signal))}`];
      });
      return texts.length === 0 ? formatMessage({ id: 'QualityConfiguration_Defaults' }) : texts.join(', ');
    },
  };
}

/** What a hit does, or what a value of a source counts as. */
export function effectOf({ list, method, quality }: Pick<DraftMethod, 'list' | 'method' | 'quality'>): MessageKey {
  if (list === 'internal') return quality ? 'QualityConfiguration_Reject' : 'QualityConfiguration_Suspect';
  if (method === 'nightTimeCorrectedValue') return 'QualityConfiguration_Corrected';
  return quality ? 'QualityConfiguration_Good' : 'QualityConfiguration_Estimate';
}

export function cascadeOf({ list, cascade }: Pick<DraftMethod, 'list' | 'cascade'>): MessageKey {
  if (list === 'internal') return cascade ? 'QualityConfiguration_TestFurther' : 'QualityConfiguration_Stop';
  return cascade ? 'QualityConfiguration_TryNext' : 'QualityConfiguration_StopHere';
}

function isLabelled(field: string): field is keyof typeof LABELS {
  return Object.hasOwn(LABELS, field);
}
