import { scatterSettings } from '@solvane/contract/widgets/scatter';
import { editableSettings } from '@solvane/contract/widgets/widget-settings';
import { expect, test } from 'vitest';
import { kindWidget, NOMINAL_POWER, onDevices, ownSettings, type WidgetKind } from './studio-kinds.ts';

function settingsOf(kind: WidgetKind, signalIds: readonly string[], own: Record<string, unknown> = {}) {
  const result = kindWidget({ kind, signalIds, own, version: 1 });
  return 'widget' in result ? result.widget.settings : result.need;
}

test('a scatter needs two signals, and what power depends on is its horizontal axis', () => {
  expect(settingsOf('scatter', ['ActivePower||Validated'])).toBe('xAndY');
  expect(settingsOf('scatter', ['ActivePower||Validated', NOMINAL_POWER])).toMatchObject({ x: NOMINAL_POWER, y: 'ActivePower||Validated' });
  expect(settingsOf('scatter', ['ActivePower||Raw', 'ReactivePower||Raw'])).toMatchObject({
    x: 'ActivePower||Raw',
    y: 'ReactivePower||Raw',
  });
});

test('what the user set holds, whatever is selected', () => {
  expect(settingsOf('scatter', [], { x: 'A||Raw', y: 'B||Raw' })).toEqual({ x: 'A||Raw', y: 'B||Raw' });
  expect(settingsOf('heatMap', ['ActivePower||Validated'], { statistic: 'max' })).toMatchObject({ axes: 'device×time', statistic: 'max' });
});

test('only what the user changed is kept: a form saves all settings, and the others follow the selection', () => {
  const signalIds = [NOMINAL_POWER, 'ActivePower||Validated'];
  const { defaults, version } = scatterSettings;
  const all = { ...editableSettings(defaults), level: 'asSelected', x: NOMINAL_POWER, y: 'ActivePower||Validated' };
  const own = (saved: object) => ownSettings({ ...all, ...saved }, { kind: 'scatter', signalIds, version, defaults });
  expect(own({})).toBeUndefined();
  expect(own({ regression: true, y: 'ActivePower||Raw' })).toEqual({ regression: true, y: 'ActivePower||Raw' });
});

test('a distribution is of signals of one unit', () => {
  expect(settingsOf('box', ['ActivePower||Validated', 'NacelleWindSpeed||Validated', 'ActivePower||Expected'])).toMatchObject({
    kind: 'box',
    signals: ['ActivePower||Validated', 'ActivePower||Expected'],
  });
});

test('a dashboard keeps the devices of this screen', () => {
  const result = kindWidget({ kind: 'hourDay', signalIds: ['ActivePower||Validated'], own: {}, version: 1 });
  if (!('widget' in result)) throw new Error('no widget');
  expect(onDevices(result.widget, ['s06-wt-1' as never]).settings).toMatchObject({
    axes: 'hour×day',
    devices: { of: 'fixed', ids: ['s06-wt-1'] },
  });
});

test('filters of the screen hold for every kind, also on a dashboard', () => {
  const filters = [{ kind: 'timeOfDay' as const, from: 360, to: 720 }];
  const result = kindWidget({ kind: 'scatter', signalIds: ['A||Raw', 'B||Raw'], own: {}, filters, version: 1 });
  expect('widget' in result && onDevices(result.widget, []).settings).toMatchObject({ x: 'A||Raw', y: 'B||Raw', filters });
  expect(settingsOf('scatter', ['A||Raw', 'B||Raw'])).not.toHaveProperty('filters');
});
