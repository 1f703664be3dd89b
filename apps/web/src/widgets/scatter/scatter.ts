import type { ScatterSettings, scatterOptionalQueries, scatterQueries } from '@solvane/contract/widgets/scatter';
import { devicesAt } from '@solvane/contract/widgets/widget-devices';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { clockHoursOf } from '@solvane/energy/time/clock-hours';
import { regressionLine } from '@solvane/series/least-squares';
import { median, medianAbsoluteDeviation } from '@solvane/series/quantile';
import { seriesResultOf } from '../../shared/series/series-columns.ts';
import { deviceName, devicePoints } from '../../shared/series/series-points.ts';
import { signalText } from '../../shared/series/signal-text.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import type { WidgetTable, WidgetTableRow, WidgetText } from '../../shared/widgets/widget-table.ts';

export type ScatterProps = WidgetProps<
  CommonSettings & ScatterSettings,
  ReturnType<typeof scatterQueries>,
  ReturnType<typeof scatterOptionalQueries>
>;

/** Why a point is left out; the first one is that it is not. */
export const USES = ['used', 'range', 'hours', 'outlier'] as const;
type Use = (typeof USES)[number];

/** Points of one device with both values. */
export interface ScatterDevice {
  name: string;
  segmentId: string;
  timesMs: Float64Array;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array | null;
  /** As `USES`, shape (n). */
  use: Uint8Array;
}

export interface StatedLine {
  role: 'correlation' | 'regression' | 'prt' | 'baseline';
  /** Whose it is, or of when. Empty: of all points */
  of: string;
  slope: number;
  intercept: number;
  r2: number | null;
  pointCount: number;
}

const OUTLIER_DISTANCE = 3.5;
const LEAST_FOR_OUTLIERS = 5;

/** Points of every device that has both signals, and which of them count. */
export function scatterDevices({ settings, page, data }: ScatterProps): ScatterDevice[] {
  const devices = devicesAt(page, settings.level) ?? [];
  const { x, y, z } = settings;
  const signalIds = [x, y, ...(z === 'none' ? [] : [z])];
  const { series } = seriesResultOf(data.values);
  const points = devicePoints(series, { devices, signalIds, needed: 2, page }).map(({ device, timesMs, columns: [atX, atY, atZ] }) => {
    const all = { timesMs, x: atX ?? timesMs, y: atY ?? timesMs, z: atZ ?? null };
    return { name: deviceName(device, devices), segmentId: device.segmentId as string, ...withBoth(all) };
  });
  const used = points.map((device) => ({ ...device, use: firstUses(device, settings, page.zone) }));
  return settings.withoutOutliers ? markOutliers(used) : used;
}

/** Lines that the settings ask for: over the points that count, and the rating lines of inverters through the origin. */
export function scatterLines(devices: readonly ScatterDevice[], { settings, data }: Pick<ScatterProps, 'settings' | 'data'>): StatedLine[] {
  const { correlationLine, regression, regressionPrt, staticBaselinePrt } = settings;
  const { x, y } = correlationLine || regression ? usedPoints(devices) : NO_POINTS;
  const fitted = regression ? regressionLine(x, y) : undefined;
  const through = (role: StatedLine['role'], of: string, line: { slope: number; pointCount: number }): StatedLine => ({
    role,
    of,
    intercept: 0,
    r2: null,
    ...line,
  });
  return [
    ...(correlationLine ? [through('correlation', '', { slope: 1, pointCount: x.length })] : []),
    ...(fitted ? [{ role: 'regression' as const, of: '', ...fitted, r2: Number.isNaN(fitted.r2) ? null : fitted.r2 }] : []),
    ...(data.ratings?.ratings ?? []).flatMap(({ name, lines, baseline }) => [
      ...(regressionPrt
        ? lines.flatMap(({ month, slope, pointCount }) =>
            slope === null ? [] : [through('prt', month === null ? name : `${name} ${month.slice(0, 7)}`, { slope, pointCount })],
          )
        : []),
      ...(staticBaselinePrt && baseline ? [through('baseline', name, { slope: baseline.slope, pointCount: baseline.pointCount })] : []),
    ]),
  ];
}

/** Name of a line in the language of the user. */
export function lineName({ role, of }: StatedLine, { formatMessage }: Pick<WidgetText['intl'], 'formatMessage'>): string {
  const name = formatMessage({ id: `Scatter_Line_${role}` });
  return of === '' ? name : `${name}, ${of}`;
}

/** Points that count, or those that do not, of one device. */
export function pointsWhere(device: ScatterDevice, isUsed: boolean): Points {
  // Mostly all of them count, and copies of a million points are felt.
  if (areAll(device.use, isUsed)) return device;
  const keep = (column: Float64Array) => column.filter((_, i) => (device.use[i] === 0) === isUsed);
  return { timesMs: keep(device.timesMs), x: keep(device.x), y: keep(device.y), z: device.z && keep(device.z) };
}

function areAll(use: Uint8Array, isUsed: boolean): boolean {
  for (let i = 0; i < use.length; i++) if ((use[i] === 0) !== isUsed) return false;
  return true;
}

/** The lines first, then every point with the filter that removed it. */
export function scatterTable(props: ScatterProps, { intl }: WidgetText): WidgetTable {
  const { formatMessage } = intl;
  const { settings, page } = props;
  const devices = scatterDevices(props);
  const [x, y] = [settings.x, settings.y].map((signalId) => signalText(signalId, intl));
  const z = settings.z === 'none' ? undefined : signalText(settings.z, intl);
  const lines = scatterLines(devices, props).map((line): WidgetTableRow => {
    const { role, of, slope, intercept, r2, pointCount } = line;
    return { id: `${role} ${of}`, values: { ...EMPTY, name: lineName(line, intl), slope, intercept, r2, points: pointCount } };
  });
  const points = devices.flatMap(({ name, segmentId, timesMs, use, ...device }) =>
    Array.from(timesMs, (time, i): WidgetTableRow => {
      const why: Use = USES[use[i] ?? 0] ?? 'used';
      const values = { x: numberAt(device.x, i), y: numberAt(device.y, i), z: device.z ? numberAt(device.z, i) : null };
      return {
        id: `${segmentId} ${time}`,
        values: { ...EMPTY, name, time, ...values, used: formatMessage({ id: `Scatter_Use_${why}` }) },
      };
    }),
  );
  return {
    columns: [
      { id: 'name', header: formatMessage({ id: 'Scatter_Column_Name' }) },
      { id: 'time', header: formatMessage({ id: 'Chart_Table_Time' }, { zone: page.zone }), isTime: true },
      { id: 'x', header: x?.name ?? '', unit: x?.unit ?? '' },
      { id: 'y', header: y?.name ?? '', unit: y?.unit ?? '' },
      ...(z ? [{ id: 'z', header: z.name, unit: z.unit }] : []),
      { id: 'used', header: formatMessage({ id: 'Scatter_Column_Used' }) },
      { id: 'slope', header: formatMessage({ id: 'Scatter_Column_Slope' }), unit: '', digits: 4 },
      { id: 'intercept', header: formatMessage({ id: 'Scatter_Column_Intercept' }), unit: y?.unit ?? '', digits: 3 },
      { id: 'r2', header: 'R²', unit: '', digits: 3 },
      { id: 'points', header: formatMessage({ id: 'PowerCurve_Column_Points' }), unit: '', digits: 0 },
    ],
    rows: [...lines, ...points],
  };
}

const EMPTY = { name: null, time: null, x: null, y: null, z: null, used: null, slope: null, intercept: null, r2: null, points: null };

type Points = Pick<ScatterDevice, 'timesMs' | 'x' | 'y' | 'z'>;

function withBoth({ timesMs, x, y, z }: Points): Points {
  if (!hasGap(x) && !hasGap(y)) return { timesMs, x, y, z };
  const keep = (column: Float64Array) => column.filter((_, i) => !Number.isNaN((x[i] ?? Number.NaN) + (y[i] ?? Number.NaN)));
  return { timesMs: keep(timesMs), x: keep(x), y: keep(y), z: z && keep(z) };
}

function hasGap(column: Float64Array): boolean {
  for (let i = 0; i < column.length; i++) if (Number.isNaN(column[i])) return true;
  return false;
}

function firstUses({ timesMs, x, y }: Points, settings: ScatterSettings, zone: string): Uint8Array {
  const { xMin, xMax, yMin, yMax, fromHour, toHour } = settings;
  const isWholeDay = fromHour === 0 && toHour === 24;
  if (isWholeDay && [xMin, xMax, yMin, yMax].every((limit) => limit === null)) return new Uint8Array(timesMs.length);
  const hours = isWholeDay ? undefined : clockHoursOf(timesMs, zone).hour;
  const isInside = (value: number, low: number | null, high: number | null) =>
    (low === null || value >= low) && (high === null || value <= high);
  return Uint8Array.from(timesMs, (_, i) => {
    if (!isInside(x[i] ?? Number.NaN, xMin, xMax) || !isInside(y[i] ?? Number.NaN, yMin, yMax)) return USES.indexOf('range');
    const hour = hours?.[i] ?? fromHour;
    return hour >= fromHour && hour < toHour ? 0 : USES.indexOf('hours');
  });
}

/** Points whose distance from the line through all of them is far from that of the others. */
function markOutliers(devices: readonly ScatterDevice[]): ScatterDevice[] {
  const { x, y } = usedPoints(devices);
  const line = regressionLine(x, y);
  if (!line || x.length < LEAST_FOR_OUTLIERS) return [...devices];
  const rest = (atX: number, atY: number) => atY - line.slope * atX - line.intercept;
  const rests = x.map((value, i) => rest(value, y[i] ?? Number.NaN));
  const middle = median(rests);
  const limit = OUTLIER_DISTANCE * medianAbsoluteDeviation(rests, middle);
  if (limit === 0) return [...devices];
  return devices.map((device) => ({
    ...device,
    use: device.use.map((use, i) =>
      use === 0 && Math.abs(rest(device.x[i] ?? Number.NaN, device.y[i] ?? Number.NaN) - middle) > limit ? USES.indexOf('outlier') : use,
    ),
  }));
}

const NO_POINTS = { x: new Float64Array(), y: new Float64Array() };

function usedPoints(devices: readonly ScatterDevice[]): { x: Float64Array; y: Float64Array } {
  const parts = devices.map((device) => pointsWhere(device, true));
  return { x: joinedColumn(parts.map(({ x }) => x)), y: joinedColumn(parts.map(({ y }) => y)) };
}

/** Columns behind each other. */
export function joinedColumn(columns: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    out.set(column, at);
    at += column.length;
  }
  return out;
}

function numberAt(column: Float64Array, i: number): number | null {
  const value = column[i] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
}
