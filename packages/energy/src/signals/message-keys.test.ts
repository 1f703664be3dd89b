import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ATTRIBUTES } from '../devices/attributes.ts';
import { SEGMENT_TYPES } from '../devices/segment-types.ts';
import { DEFAULT_CATEGORY_SETS } from '../events/category-sets.ts';
import { SYSTEM_CODE_SET } from '../events/detected-events.ts';
import { EVENT_TYPES } from '../events/event-types.ts';
import { categoryTextKey, eventTypeTextKey } from '../events/text-keys.ts';
import { TIME_CATEGORIES } from '../events/time-category.ts';
import { EXPECTED_METHODS } from '../production/expected-methods.ts';
import { QUALITY_METHODS } from '../quality/methods.ts';
import { QUALITY_STATES } from '../quality/quality-states.ts';
import { MISSING_EXPECTATION_REASONS } from '../site-day/expect/missing-expectation.ts';
import { CALC_TYPES } from './calc-types.ts';
import { SIGNAL_CATALOGUE } from './catalogue.ts';
import { OPERATING_STATES } from './operating-state.ts';
import { MEASUREMENT_TYPES } from './signal-row.ts';

const messages = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../../i18n/catalogs/${locale}.json`, import.meta.url), 'utf8'));
const english = messages('en-US');

const keys = [
  ...SIGNAL_CATALOGUE.map(({ apCode }) => `Signal_${apCode}`),
  ...Object.keys(CALC_TYPES).map((calcType) => `CalcType_${calcType}`),
  ...MEASUREMENT_TYPES.map((name) => `MeasurementType_${name}`),
  ...OPERATING_STATES.map((state) => `OperatingState_${state}`),
  ...SEGMENT_TYPES.map((type) => `SegmentType_${type}`),
  ...ATTRIBUTES.map(({ name }) => `Attribute_${name}`),
  ...ATTRIBUTES.flatMap(({ name, options = [] }) => options.map((option) => `AttributeOption_${name}_${option}`)),
  ...MISSING_EXPECTATION_REASONS.flatMap((reason) => [`Expectation_Missing_${reason}`, `Expectation_Mend_${reason}`]),
  ...Object.keys(QUALITY_METHODS).map((method) => `QualityMethod_${method}`),
  ...QUALITY_STATES.map((state) => `QualityState_${state}`),
  ...SYSTEM_CODE_SET.map(({ description }) => description),
  ...EVENT_TYPES.map(eventTypeTextKey),
  ...Object.values(DEFAULT_CATEGORY_SETS).flatMap((set) => set.map(({ name }) => categoryTextKey(name))),
  ...TIME_CATEGORIES.map((category) => `TimeCategory_${category}`),
  ...Object.keys(EXPECTED_METHODS).map((method) => `ExpectedMethod_${method}`),
];

describe.each(['en-US', 'sv-SE', 'fr-CA'])('in %s', (locale) => {
  test('everything that has a name in data has one on screen', () => {
    const known = messages(locale);
    expect(keys.filter((key) => !known[key])).toEqual([]);
  });
});

test('names that data carry are those on an English screen', () => {
  for (const { apCode, name } of SIGNAL_CATALOGUE) expect(english[`Signal_${apCode}`]).toBe(name);
  for (const [calcType, { name }] of Object.entries(CALC_TYPES)) expect(english[`CalcType_${calcType}`]).toBe(name);
});
