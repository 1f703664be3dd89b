import { addUnits } from '@solvane/energy/time/bucket';
import {
  civilDate,
  dayBounds,
  dayStart,
  type LocalDay,
  localDay,
  localDayOf,
  localDaysIn,
  type Period,
} from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import type { FaultClock } from './calendar/day-frame.ts';
import { DEMO_FAULTS } from './faults/demo-faults.ts';
import type { FaultWindow } from './faults/fault.ts';
import { windowPeriod } from './faults/fault-windows.ts';
import { ROTATING_FAULTS } from './faults/rotating-faults.ts';
import { DEMO_SITES } from './fleet/demo-sites.ts';

/** Where in the product a truth can be seen. */
export type FaultScreen = 'insights' | 'event-log' | 'data-studio' | 'data-quality' | 'data-invalidation' | 'event-code-sets' | 'lossWalk';

/** What a truth is made of: data are injected, the design of a plant, an order, a habit of people, or the calendar. */
export type FaultKind = 'fault' | 'environment' | 'sensor' | 'communication' | 'order' | 'design' | 'user' | 'calendar';

interface FaultRow {
  id: string;
  kind: FaultKind;
  siteIds: readonly string[];
  /** Empty: the whole site. */
  deviceIds: readonly string[];
  signalIds: readonly string[];
  screen: FaultScreen;
  /** Code of the event that shows it, where one does. */
  eventCode?: string;
  /** When, for what is no fault of the generator. Absent: the windows of the faults of this id, or always. */
  windows?: readonly FaultWindow[];
  /** On the days that are not 24 hours long. */
  onClockChanges?: boolean;
  /** In the running demo alone, where a fault like it is always somewhere. */
  isRotating?: boolean;
}

/** One occurrence of a truth in a period. */
export interface InjectedFault {
  id: string;
  kind: FaultKind;
  siteId: string;
  deviceIds: readonly string[];
  startMs: number;
  /** null: goes on. */
  endMs: number | null;
  /** Message key of the sentence that says what was injected. */
  description: string;
  signalIds: readonly string[];
  screen: FaultScreen;
  eventCode: string | null;
}

const ALL_SITES = DEMO_SITES.map(({ id }) => id);
const POWER = 'ActivePower||Raw';
const PLANE = 'IrradiancePOA||Raw';
const WIND = 'NacelleWindSpeed||Raw';

const FAULTS: readonly FaultRow[] = [
  row('GT01', 'environment', ['s01'], { signalIds: [POWER, PLANE, 'Rainfall||Raw'], screen: 'insights' }),
  row('GT02', 'fault', ['s01'], { deviceIds: ['s01-inv-2'], signalIds: [POWER, PLANE], screen: 'event-log', eventCode: '1205' }),
  row('GT03', 'fault', ['s01'], { deviceIds: ['s01-inv-3'], signalIds: ['DcPower||Raw', POWER], screen: 'insights' }),
  row('GT04', 'sensor', ['s01'], { deviceIds: ['s01-poa-2'], signalIds: [PLANE], screen: 'insights' }),
  row('GT05', 'design', ['s01'], { signalIds: [POWER], screen: 'insights' }),
  row('GT06', 'fault', ['s02'], { deviceIds: ['s02-tr-07'], signalIds: ['TrackerAngle||Raw'], screen: 'insights' }),
  row('GT07', 'communication', ['s02'], { signalIds: [POWER, 'ExportCounter||Raw'], screen: 'event-log' }),
  row('GT08', 'order', ['s02'], {
    deviceIds: ['s02-ppc-1'],
    signalIds: ['CurtailmentSetpoint||Raw', POWER],
    screen: 'event-log',
    eventCode: '1701',
  }),
  row('GT09', 'design', ['s02'], { signalIds: [POWER, 'DcPower||Raw'], screen: 'data-studio' }),
  row('GT10', 'environment', ['s03'], { signalIds: [POWER, 'SnowDepth||Raw', PLANE], screen: 'lossWalk' }),
  row('GT11', 'sensor', ['s03'], { signalIds: [PLANE, POWER], screen: 'insights' }),
  row('GT12', 'environment', ['s04'], { signalIds: [POWER, PLANE], screen: 'insights' }),
  row('GT13', 'fault', ['s04'], { deviceIds: ['s04-inv-5'], signalIds: [POWER, 'DcPower||Raw'], screen: 'insights' }),
  row('GT14', 'communication', ['s04'], { deviceIds: ['s04-inv-1'], signalIds: ['ExportCounter||Raw', POWER], screen: 'event-log' }),
  row('GT15', 'order', ['s05'], { signalIds: ['Price||Raw', 'CurtailmentSetpoint||Raw', POWER], screen: 'event-log', eventCode: '1702' }),
  row('GT16', 'design', ['s05', 's08'], { signalIds: [POWER, 'ExportLimit||Raw'], screen: 'lossWalk' }),
  row('GT17', 'environment', ['s06'], { deviceIds: ['s06-wt-1'], signalIds: [POWER, WIND, 'AmbientTemperature||Raw'], screen: 'insights' }),
  row('GT18', 'fault', ['s06'], { deviceIds: ['s06-wt-2'], signalIds: ['WindVane||Raw', POWER], screen: 'insights' }),
  row('GT19', 'fault', ['s06'], { deviceIds: ['s06-wt-4'], signalIds: [POWER, WIND], screen: 'insights' }),
  row('GT20', 'environment', ['s07'], { signalIds: [POWER, WIND], screen: 'event-log', eventCode: '201' }),
  row('GT21', 'order', ['s07'], { signalIds: [POWER, WIND], screen: 'data-studio' }),
  row('GT22', 'fault', ['s07'], {
    deviceIds: ['s07-wt-3'],
    signalIds: ['PitchAngleA||Raw', 'PitchAngleB||Raw', 'PitchAngleC||Raw'],
    screen: 'insights',
  }),
  row('GT23', 'sensor', ['s07'], { deviceIds: ['s07-wt-5'], signalIds: [WIND], screen: 'data-quality' }),
  row('GT24', 'fault', ['s08'], { deviceIds: ['s08-wt-5'], signalIds: [POWER, WIND], screen: 'insights' }),
  row('GT25', 'environment', ['s08'], { signalIds: [POWER], screen: 'event-log', eventCode: '301' }),
  row('GT26', 'design', ['s09'], { signalIds: ['StateOfCharge||Raw', 'DcPower||Raw', 'UsableEnergyCapacity||Raw'], screen: 'insights' }),
  row('GT27', 'fault', ['s09'], { deviceIds: ['s09-bc-3'], signalIds: ['CellVoltageMax||Raw', 'CellVoltageMin||Raw'], screen: 'insights' }),
  row('GT28', 'fault', ['s09'], {
    deviceIds: ['s09-bi-2'],
    signalIds: [POWER, 'AvailableDischargePower||Raw'],
    screen: 'event-log',
    eventCode: '2201',
  }),
  row('GT29', 'environment', ['s10'], {
    signalIds: ['AvailableDischargePower||Raw', 'AmbientTemperature||Raw'],
    screen: 'event-log',
    eventCode: '2401',
  }),
  row('GT30', 'fault', ['s10'], { signalIds: ['DispatchSetpoint||Raw', POWER], screen: 'event-log' }),
  row('GT31', 'design', ['s11'], { signalIds: [POWER, 'ExportLimit||Raw'], screen: 'lossWalk' }),
  row('GT32', 'environment', ['s12'], { signalIds: [POWER, 'WindSpeed||Raw'], screen: 'event-log', eventCode: '320' }),
  row('GT33', 'communication', ['s12'], { signalIds: [], screen: 'event-code-sets' }),
  row('GT34', 'sensor', ['s11'], { deviceIds: ['s11-poa-1'], signalIds: [PLANE], screen: 'data-quality' }),
  row('GT35', 'sensor', ['s03'], { deviceIds: ['s03-ws-1'], signalIds: [PLANE], screen: 'data-quality' }),
  row('GT36', 'user', ['s01'], {
    signalIds: [PLANE],
    screen: 'data-invalidation',
    windows: [{ fromDay: 40, fromHour: 10, toDay: 40, toHour: 12 }],
  }),
  row('GT37', 'calendar', ALL_SITES, { signalIds: [POWER], screen: 'data-studio', onClockChanges: true }),
  rotatingRow('GT38', 'fault', { signalIds: [POWER], screen: 'event-log' }),
  rotatingRow('GT39', 'order', { signalIds: [POWER, WIND], screen: 'event-log', eventCode: '46' }),
  rotatingRow('GT40', 'fault', { signalIds: [POWER, WIND], screen: 'event-log', eventCode: '401' }),
  rotatingRow('GT41', 'communication', { signalIds: [POWER], screen: 'event-log' }),
  rotatingRow('GT42', 'communication', { signalIds: [], screen: 'event-code-sets' }),
];

/** Everything that was injected into the demo and shows in a period, by truth and start. */
export function faultsIn({
  startMs,
  endMs,
  clock,
  siteIds = ALL_SITES,
}: Period & { clock: FaultClock; siteIds?: readonly string[] }): InjectedFault[] {
  return FAULTS.filter(({ isRotating = false }) => !isRotating || clock.kind === 'calendarYear').flatMap((truth) =>
    truth.siteIds
      .filter((siteId) => siteIds.includes(siteId))
      .flatMap((siteId) => occurrences(truth, { siteId, clock, period: { startMs, endMs } })),
  );
}

function occurrences(truth: FaultRow, { siteId, clock, period }: { siteId: string; clock: FaultClock; period: Period }): InjectedFault[] {
  const timezone = DEMO_SITES.find(({ id }) => id === siteId)?.timezone ?? 'UTC';
  const windows = windowsOf(truth);
  const spans = truth.onClockChanges
    ? unevenDays(period, timezone)
    : windows.some(isAlways)
      ? [{ startMs: period.startMs, endMs: null }]
      : firstDays(clock, period, timezone).flatMap((first) => windows.map((window) => spanOf(window, { first, clock, timezone })));
  return spans
    .filter((span) => span.startMs < period.endMs && (span.endMs ?? Number.POSITIVE_INFINITY) > period.startMs)
    .map((span) => ({
      id: truth.id,
      kind: truth.kind,
      siteId,
      deviceIds: truth.deviceIds,
      ...span,
      description: `Demo_Fault_${truth.id}`,
      signalIds: truth.signalIds,
      screen: truth.screen,
      eventCode: truth.eventCode ?? null,
    }));
}

function windowsOf({ id, windows }: FaultRow): readonly FaultWindow[] {
  if (windows) return windows;
  const found = DEMO_FAULTS.filter((fault) => fault.id === id).flatMap((fault) => fault.windows);
  const unique = new Map(found.map((window) => [`${window.fromDay} ${window.fromHour ?? 0}`, window]));
  return unique.size > 0 ? [...unique.values()] : [{ fromDay: 0 }];
}

function unevenDays(period: Period, timezone: string): Period[] {
  return localDaysIn(period, timezone)
    .map((day) => dayBounds(day, timezone))
    .filter(({ startMs, endMs }) => endMs - startMs !== DAY_MS);
}

function isAlways({ fromDay, toDay }: FaultWindow): boolean {
  return fromDay === 0 && toDay === undefined;
}

/** Day 0 of every fault calendar that matters for a period. */
function firstDays(clock: FaultClock, { startMs, endMs }: Period, timezone: string): LocalDay[] {
  if (clock.kind === 'period') return [clock.firstDay];
  const from = civilDate(localDayOf(startMs, timezone)).year;
  const to = civilDate(localDayOf(endMs, timezone)).year;
  return Array.from({ length: to - from + 1 }, (_, i) => localDay(from + i, 1, 1));
}

function spanOf(
  window: FaultWindow,
  { first, clock, timezone }: { first: LocalDay; clock: FaultClock; timezone: string },
): { startMs: number; endMs: number | null } {
  const { startMs, endMs } = windowPeriod(window, { dayZero: first, timezone });
  // With the calendar year the count starts again at zero, and the plant is healthy again.
  return { startMs, endMs: endMs ?? (clock.kind === 'period' ? null : dayStart(addUnits(first, 'year', 1), timezone)) };
}

function row(
  id: string,
  kind: FaultKind,
  siteIds: readonly string[],
  rest: Omit<FaultRow, 'id' | 'kind' | 'siteIds' | 'deviceIds'> & { deviceIds?: readonly string[] },
): FaultRow {
  return { id, kind, siteIds, deviceIds: [], ...rest };
}

/** A fault that is always at one of several sites: named once per site, for as long as the demo runs. */
function rotatingRow(id: string, kind: FaultKind, rest: Pick<FaultRow, 'signalIds' | 'screen' | 'eventCode'>): FaultRow {
  const turns = ROTATING_FAULTS.find((fault) => fault.id === id)?.turns ?? [];
  return row(id, kind, [...new Set(turns.map(({ siteId }) => siteId))], { ...rest, isRotating: true });
}
