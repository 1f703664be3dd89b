import type { QualityContent } from '@solvane/contract/quality';
import { defaultQualityConfiguration } from '@solvane/energy/quality/default-configuration';
import { expect, test } from 'vitest';
import {
  contentOf,
  isMandatory,
  listIn,
  methodsOf,
  problemsOf,
  settingOf,
  signalKeyOf,
  specsOf,
  withOrder,
  withSetting,
} from './quality-draft.ts';

const CONTENT: QualityContent = JSON.parse(JSON.stringify(defaultQualityConfiguration()));
const POA = signalKeyOf({ apCode: 'IrradiancePOA', segmentTypes: [] });
const bySignal = (content: QualityContent) => new Map(content.signals.map((signal) => [signalKeyOf(signal), signal]));

test('rules that are taken apart and put together are the same rules', () => {
  const again = contentOf(methodsOf(CONTENT));
  const before = bySignal(CONTENT);
  expect(again.signals).toHaveLength(CONTENT.signals.length);
  for (const [key, signal] of bySignal(again)) {
    for (const list of ['internal', 'external'] as const) {
      const was = before.get(key)?.[list] ?? [];
      expect(signal[list].map(({ method, order, state, quality, cascade }) => ({ method, order, state, quality, cascade }))).toEqual(
        was.map(({ method, order, state, quality, cascade }) => ({ method, order, state, quality, cascade })),
      );
    }
  }
  expect(problemsOf(methodsOf(CONTENT))).toEqual([]);
});

test('a method that is moved takes its new position, and positions have no gaps', () => {
  const methods = methodsOf(CONTENT);
  const sources = listIn(methods, { signal: POA, list: 'external' });
  const reference = sources.find(({ method }) => method === 'referenceDevice');
  if (!reference) throw new Error('The standard rules name a reference device');
  const moved = withOrder(methods, [reference, ...sources.filter((each) => each !== reference)]);
  const saved = bySignal(contentOf(moved)).get(POA)?.external ?? [];
  expect(saved[0]?.method).toBe('referenceDevice');
  expect(saved.map(({ order }) => order)).toEqual(saved.map((_, index) => index + 1));
});

test('a setting that is its default is not stored, and one out of bounds is named', () => {
  const methods = methodsOf(CONTENT);
  const flatline = methods.find(({ signal, method }) => signal === POA && method === 'flatline');
  if (!flatline) throw new Error('The standard rules have a flatline test');
  const spec = new Map(specsOf('flatline')).get('windowMinutes');
  if (!spec) throw new Error('A flatline has a window');
  const wide = { ...flatline, settings: withSetting(flatline, 'windowMinutes', 360) };
  expect(settingOf(wide, 'windowMinutes', spec)).toBe(360);
  expect(withSetting(wide, 'windowMinutes', 60)).toBe(flatline.settings);
  const problems = (value: number | string | null) =>
    problemsOf([{ ...flatline, settings: withSetting(flatline, 'windowMinutes', value) }]);
  expect(problems(5)).toMatchObject([{ attribute: 'windowMinutes', problem: 'bounds' }]);
  expect(problems(60.5)).toMatchObject([{ problem: 'integer' }]);
  expect(problems('6x')).toMatchObject([{ problem: 'number' }]);
  expect(problems(null)).toMatchObject([{ problem: 'required' }]);
});

test('the measured value, missing and manual must stay active', () => {
  const methods = methodsOf(CONTENT).filter(({ signal }) => signal === POA);
  expect(
    methods
      .filter((each) => isMandatory(each, methods, POA))
      .map(({ method }) => method)
      .sort(),
  ).toEqual(['manual', 'measured', 'missing']);
});
