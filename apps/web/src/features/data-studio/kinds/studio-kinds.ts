import type { SegmentId } from '@solvane/contract/ids';
import type { PointFilter } from '@solvane/contract/point-filters';
import { editableSettings, type StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import type { StudioKind } from './studio-kind.ts';

export type WidgetKind = Exclude<StudioKind, 'timeSeries'>;

const WIDGET_TYPES: Record<WidgetKind, string> = {
  scatter: 'scatter',
  heatMap: 'heatMap',
  hourDay: 'heatMap',
  histogram: 'distribution',
  duration: 'distribution',
  box: 'distribution',
  windRose: 'windRose',
  powerCurve: 'powerCurve',
};

export function widgetTypeOf(kind: WidgetKind): string {
  return WIDGET_TYPES[kind];
}

interface KindSelection {
  kind: WidgetKind;
  signalIds: readonly string[];
  /** What the user set beside the selection. */
  own: Readonly<Record<string, unknown>>;
  /** Of points; widgets whose pictures have none leave them out. */
  filters?: readonly PointFilter[];
  /** Of the type of widget. */
  version: number;
}

/** What a kind lacks to be drawn. */
export type KindNeed = 'xAndY' | 'signal';

const MOST_SIGNALS = 10;
export const NOMINAL_POWER = 'TemperatureAdjustedNominalPower||Calculated';

/** The widget that draws the chosen signals as this kind, or what is missing for it. */
export function kindWidget({ kind, signalIds, own, filters = [], version }: KindSelection): { widget: StoredWidget } | { need: KindNeed } {
  const chosen = settingsOfSelection(kind, signalIds);
  if ('need' in chosen && !isAnswered(chosen.need, own)) return { need: chosen.need };
  return {
    widget: {
      id: 'studio',
      type: widgetTypeOf(kind),
      version,
      position: { x: 0, y: 0, w: 12, h: 12 },
      phoneOrder: 0,
      settings: { ...('need' in chosen ? {} : chosen.settings), ...(filters.length > 0 && { filters: [...filters] }), ...own },
    },
  };
}

/** What the user set beside the selection: only that is kept, the rest follows the selection and the defaults. */
export function ownSettings(
  saved: Readonly<Record<string, unknown>>,
  { defaults, ...selection }: Omit<KindSelection, 'own'> & { defaults: Readonly<Record<string, unknown>> },
): Record<string, unknown> | undefined {
  const result = kindWidget({ ...selection, own: {} });
  const followed: Readonly<Record<string, unknown>> = editableSettings({
    ...defaults,
    ...('widget' in result ? result.widget.settings : {}),
  });
  const own = Object.entries(saved).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(followed[name]));
  return own.length > 0 ? Object.fromEntries(own) : undefined;
}

/** The same widget for a dashboard: with the devices of this screen, whatever the dashboard shows. */
export function onDevices(widget: StoredWidget, segmentIds: readonly SegmentId[]): StoredWidget {
  return { ...widget, settings: { ...widget.settings, devices: { of: 'fixed', ids: [...segmentIds] } } };
}

function isAnswered(need: KindNeed, own: Readonly<Record<string, unknown>>): boolean {
  if (need === 'xAndY') return typeof own.x === 'string' && typeof own.y === 'string';
  return own.signal !== undefined || own.metric !== undefined || own.signals !== undefined;
}

function settingsOfSelection(kind: WidgetKind, signalIds: readonly string[]): { settings: Record<string, unknown> } | { need: KindNeed } {
  const level = 'asSelected';
  const [first] = signalIds;
  switch (kind) {
    case 'scatter': {
      const { x, y } = axesOf(signalIds);
      return x === undefined || y === undefined ? { need: 'xAndY' } : { settings: { level, x, y } };
    }
    case 'heatMap':
    case 'hourDay':
      return first === undefined
        ? { need: 'signal' }
        : { settings: { level, signal: first, axes: kind === 'heatMap' ? 'device×time' : 'hour×day' } };
    case 'histogram':
    case 'duration':
    case 'box':
      return first === undefined ? { need: 'signal' } : { settings: { level, kind, signals: sameUnit(signalIds).slice(0, MOST_SIGNALS) } };
    case 'windRose': {
      const direction = signalIds.find(isDirection);
      const value = signalIds.find((id) => !isDirection(id));
      return {
        settings: { ...(direction && { direction }), ...(value && { value }), ...(isNacelle(direction ?? value) && { origin: 'turbine' }) },
      };
    }
    case 'powerCurve':
      return { settings: { curveType: 'Nominal' } };
  }
}

/** What a quantity depends on lies along the horizontal axis: nominal power, light and wind before power, else the order of the choice. */
function axesOf(signalIds: readonly string[]): { x: string | undefined; y: string | undefined } {
  const x = signalIds.find((id) => id === NOMINAL_POWER) ?? signalIds.find(isCause) ?? signalIds[0];
  return { x, y: signalIds.find((id) => id !== x) };
}

function isCause(signalId: string): boolean {
  return (
    ['Irradiance', 'Irradiation', 'WindSpeed', 'Wind'].includes(findSignalDefinition(signalId)?.measurementTypeName ?? '') &&
    !isDirection(signalId)
  );
}

function isDirection(signalId: string): boolean {
  const definition = findSignalDefinition(signalId);
  return definition?.unit === '°' && definition.timeAggregation === 'circ';
}

function isNacelle(signalId: string | undefined): boolean {
  return signalId?.startsWith('Nacelle') ?? false;
}

/** Values of several units have no distribution in common. */
function sameUnit(signalIds: readonly string[]): readonly string[] {
  const unit = findSignalDefinition(signalIds[0] ?? '')?.unit;
  return signalIds.filter((id) => findSignalDefinition(id)?.unit === unit);
}
