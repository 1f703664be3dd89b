import { devicesAt, type PageDevice } from '@solvane/contract/widgets/widget-devices';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import {
  classLimits,
  mastLevel,
  NACELLE,
  ROSE_POWER,
  type WindRoseSettings,
  type windRoseOptionalQueries,
  type windRoseQueries,
} from '@solvane/contract/widgets/wind-rose';
import { type SectorCounts, sectorCounts } from '@solvane/series/sectors';
import { seriesResultOf } from '../../shared/series/series-columns.ts';
import { intervalOf } from '../../shared/series/series-plots.ts';
import { devicePoints } from '../../shared/series/series-points.ts';
import { signalText } from '../../shared/series/signal-text.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';

export type WindRoseProps = WidgetProps<
  CommonSettings & WindRoseSettings,
  ReturnType<typeof windRoseQueries>,
  ReturnType<typeof windRoseOptionalQueries>
>;

export interface WindRose {
  counts: SectorCounts;
  sectors: number;
  limits: readonly number[];
  /** Signal that is classed, and that of the direction. */
  valueId: string;
  directionId: string;
  devices: readonly PageDevice[];
  /** Where the mast has no direction turbines stand for it. */
  isOfTurbines: boolean;
}

const HOUR_MS = 3_600_000;

/** Weight by direction and class, of the mast or else of the turbines; undefined: neither has data. */
export function windRoseOf({ settings, page, data }: WindRoseProps): WindRose | undefined {
  const { origin, direction, value } = settings;
  if (origin === 'turbine') return roseOf(data.values, { settings, page, level: 'WindTurbine', ...NACELLE });
  const ofMast = roseOf(data.values, { settings, page, level: mastLevel(page), direction, value });
  return ofMast ?? roseOf(data.turbines, { settings, page, level: 'WindTurbine', ...NACELLE });
}

/** Names of the classes, from calm to the highest. */
export function classNames({ limits }: WindRose, { calmBelow }: WindRoseSettings, { intl }: WidgetText): string[] {
  const number = (value: number) => intl.formatNumber(value);
  const [first = 0] = limits;
  return [
    intl.formatMessage({ id: 'WindRose_Class' }, { from: number(Math.min(first, calmBelow ?? 0)), to: number(first) }),
    ...limits.slice(1).map((to, i) => intl.formatMessage({ id: 'WindRose_Class' }, { from: number(limits[i] ?? 0), to: number(to) })),
    intl.formatMessage({ id: 'WindRose_Class_Over' }, { from: number(limits.at(-1) ?? 0) }),
  ];
}

/** A row per sector, with the share of each class. */
export function windRoseTable(props: WindRoseProps, text: WidgetText): WidgetTable {
  const { formatMessage } = text.intl;
  const rose = windRoseOf(props);
  const isEnergy = props.settings.weight === 'energy';
  const value = signalText(rose?.valueId ?? props.settings.value, text.intl);
  const names = rose ? classNames(rose, props.settings, text) : [];
  return {
    columns: [
      { id: 'sector', header: formatMessage({ id: 'WindRose_Column_Sector' }) },
      { id: 'from', header: formatMessage({ id: 'WindRose_Column_From' }), unit: '°' },
      { id: 'to', header: formatMessage({ id: 'WindRose_Column_To' }), unit: '°' },
      {
        id: 'weight',
        header: formatMessage({ id: isEnergy ? 'WindRose_Weight_energy' : 'Distribution_Share_hours' }),
        unit: isEnergy ? 'kWh' : 'h',
        digits: 1,
      },
      { id: 'percent', header: formatMessage({ id: 'Distribution_Share_percent' }), unit: '%', digits: 2 },
      { id: 'mean', header: formatMessage({ id: 'WindRose_Column_Mean' }, { value: value.name }), unit: value.unit, digits: 2 },
      ...names.map((header, at) => ({ id: `class${at}`, header, unit: '%', digits: 2 })),
      { id: 'calm', header: formatMessage({ id: 'WindRose_Calm' }), unit: '%', digits: 2 },
    ],
    rows: rose ? sectorRows(rose) : [],
  };
}

function sectorRows({ counts, sectors }: WindRose): WidgetTable['rows'] {
  const { weights, classes, means, calm, total } = counts;
  const width = 360 / sectors;
  const percent = (weight: number) => (total > 0 ? (100 * weight) / total : null);
  return Array.from({ length: sectors }, (_, sector) => {
    const ofSector = Array.from(weights.subarray(sector * classes, (sector + 1) * classes));
    const weight = ofSector.reduce((sum, each) => sum + each, 0);
    const mean = means[sector] ?? Number.NaN;
    return {
      id: String(sector),
      values: {
        ...{ sector: String(sector + 1), from: (sector * width - width / 2 + 360) % 360, to: sector * width + width / 2 },
        ...{ weight, percent: percent(weight), mean: Number.isNaN(mean) ? null : mean, calm: percent(calm) },
        ...Object.fromEntries(ofSector.map((each, at) => [`class${at}`, percent(each)])),
      },
    };
  });
}

interface RoseRequest {
  settings: WindRoseSettings;
  page: WidgetPage;
  level: 'WindTurbine' | ReturnType<typeof mastLevel>;
  direction: string;
  value: string;
}

function roseOf(
  data: WindRoseProps['data']['values'] | undefined,
  { settings, page, level, direction, value }: RoseRequest,
): WindRose | undefined {
  if (!data) return undefined;
  const limits = classLimits(settings.classes) ?? [];
  const sectors = Number(settings.sectors);
  const isEnergy = settings.weight === 'energy';
  const { series } = seriesResultOf(data);
  const points = devicePoints(series, {
    devices: devicesAt(page, level) ?? [],
    signalIds: [direction, value, ...(isEnergy ? [ROSE_POWER] : [])],
    needed: 2,
    page,
  });
  const parts = points.flatMap(({ timesMs, columns: [directions, values, power] }) => {
    if (!directions || !values) return [];
    const hours = intervalOf(timesMs) / HOUR_MS;
    const weights = isEnergy ? weightsOf(power, values.length, hours) : new Float64Array(values.length).fill(hours);
    return [sectorCounts({ direction: directions, value: values, weights, sectors, limits, calmBelow: settings.calmBelow ?? 0 })];
  });
  const [first] = parts;
  if (!first || parts.every(({ pointCount }) => pointCount === 0)) return undefined;
  return {
    counts: added(parts, sectors),
    sectors,
    limits,
    valueId: value,
    directionId: direction,
    devices: points.map(({ device }) => device),
    isOfTurbines: level === 'WindTurbine' && settings.origin === 'mast',
  };
}

/** Energy of each interval; what a plant takes does not count against a direction. [kWh] */
function weightsOf(power: Float64Array | null | undefined, length: number, hours: number): Float64Array {
  return power ? power.map((value) => Math.max(0, value) * hours) : new Float64Array(length).fill(Number.NaN);
}

/** Weights of several devices together. */
function added(parts: readonly SectorCounts[], sectors: number): SectorCounts {
  const [first] = parts;
  const classes = first?.classes ?? 1;
  const sumOf = (at: (part: SectorCounts) => number) => parts.reduce((sum, part) => sum + at(part), 0);
  const ofSector = ({ weights }: SectorCounts, sector: number) =>
    weights.subarray(sector * classes, (sector + 1) * classes).reduce((sum, weight) => sum + weight, 0);
  return {
    weights: Float64Array.from({ length: sectors * classes }, (_, cell) => sumOf(({ weights }) => weights[cell] ?? 0)),
    classes,
    means: Float64Array.from({ length: sectors }, (_, sector) => {
      const known = parts.filter((part) => ofSector(part, sector) > 0);
      const weight = known.reduce((sum, part) => sum + ofSector(part, sector), 0);
      return known.reduce((sum, part) => sum + ofSector(part, sector) * (part.means[sector] ?? 0), 0) / weight;
    }),
    calm: sumOf(({ calm }) => calm),
    total: sumOf(({ total }) => total),
    pointCount: sumOf(({ pointCount }) => pointCount),
  };
}
