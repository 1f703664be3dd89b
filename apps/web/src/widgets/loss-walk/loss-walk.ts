import type { SiteWalkWire } from '@solvane/contract/site-results';
import type { LossWalkSettings, lossWalkQueries } from '@solvane/contract/widgets/loss-walk';
import { SITE_GROUPING_CHOICES } from '@solvane/contract/widgets/metric-choices';
import { siteGroups } from '@solvane/contract/widgets/site-groups';
import { attributeOf } from '@solvane/contract/widgets/widget-devices';
import type { WidgetResult } from '@solvane/contract/widgets/widget-queries';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import type { EventType } from '@solvane/energy/events/event-types';
import { addUnits } from '@solvane/energy/time/bucket';
import { parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import type { MessageKey } from '@solvane/i18n/messages';
import { gapOf, type LossWalk, sumWalks, type WalkBar, withTotals } from '../../shared/losses/loss-walk.ts';
import { displayUnit } from '../../shared/units/display-unit.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import { chosenUnit } from '../../shared/widgets/number-format.ts';
import { siteGroupText } from '../../shared/widgets/site-group-text.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';
import { MOST_DEVICES, menuTargets, type WidgetChoice } from '../../shared/widgets/widget-target.ts';

export type LossWalkProps = WidgetProps<CommonSettings & LossWalkSettings, ReturnType<typeof lossWalkQueries>>;
type Ledger = WidgetResult<'ledger'>['items'][number];

/** The walk of a kind over the period or one month of it. */
export interface PeriodWalk extends LossWalk {
  /** First day of the month. null: the whole period */
  month: string | null;
  /** Value of the attribute that sites are grouped by; empty: not set. null: of all sites */
  group: string | null;
}

/** Types of events behind steps. */
const STEP_EVENTS: Readonly<Record<string, EventType>> = {
  downtime: 'Downtime',
  curtailment: 'Curtailment',
  degraded: 'Degraded',
  communication: 'Communication Loss',
  unknown: 'Unknown',
};
/** Signals that steps can be followed to. */
const STEP_SIGNALS: Readonly<Record<string, string>> = {
  ...{ unexplained: 'ActiveEnergy||LostResidual', noData: 'DataAvailability||Calculated', soiling: 'ActiveEnergy||LostSoiling' },
  ...{ snow: 'ActiveEnergy||LostSnow', clipping: 'ActiveEnergy||LostClipping', expected: 'ActiveEnergy||Expected' },
  ...{ budget: 'ActiveEnergy||Budget', theoretical: 'ActiveEnergy||Theoretical', atConnection: 'ActiveEnergy||Validated' },
};

export function eventTypeOf(step: string): EventType | undefined {
  return STEP_EVENTS[step];
}

function isWalk(item: SiteWalkWire | Ledger): item is SiteWalkWire {
  return 'walks' in item;
}

function itemsOf({ data }: Pick<LossWalkProps, 'data'>): (SiteWalkWire | Ledger)[] {
  return Object.values(data).flatMap(({ items }): (SiteWalkWire | Ledger)[] => [...items]);
}

/** Days that the walks are of, and those that are not calculated yet. */
export function daysOf(props: Pick<LossWalkProps, 'data'>): { days: number; missingDays: number } {
  const items = itemsOf(props);
  const add = (of: (item: (typeof items)[number]) => number) => items.reduce((sum, item) => sum + of(item), 0);
  return { days: add(({ days }) => days), missingDays: add(({ missingDays }) => missingDays) };
}

/** Walks by kind, by group and by month where the settings say so. */
export function walksOf(props: LossWalkProps): PeriodWalk[] {
  return groupsOf(props).flatMap(({ group, data }): PeriodWalk[] => {
    const { by, of } = props.settings;
    const items = itemsOf({ data }).filter(isWalk);
    if (by === 'period') return sumWalks(items, of).map((walk) => ({ ...walk, month: null, group }));
    return [...Map.groupBy(items, ({ fromDay }) => fromDay.slice(0, 7))]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .flatMap(([month, own]) => sumWalks(own, of).map((walk) => ({ ...walk, month: `${month}-01`, group })));
  });
}

/** Results by site of each group. */
function groupsOf({ settings: { groupBy }, page, data }: LossWalkProps): { group: string | null; data: LossWalkProps['data'] }[] {
  if (groupBy === 'none') return [{ group: null, data }];
  return siteGroups(page.sites, groupBy).map(({ value, sites }) => {
    const ids = new Set<string>(sites.map(({ siteId }) => siteId));
    return { group: value, data: Object.fromEntries(Object.entries(data).filter(([siteId]) => ids.has(siteId))) };
  });
}

/** Walks whose steps lead from level to level; the others are not drawn. */
export function closedWalks(props: LossWalkProps): PeriodWalk[] {
  return walksOf(props).filter(({ bars }) => gapOf(bars) === undefined);
}

export function stepText({ of }: Pick<LossWalk, 'of'>, step: string, { formatMessage }: WidgetText['intl']): string {
  const known = of === 'BESS' && step === 'gross' ? 'discharge' : step;
  return formatMessage({ id: `LossWalk_Step_${known}` as MessageKey });
}

/** Steps without energy are left out, except what is not explained. */
export function isShown({ kind, step, energyKwh }: WalkBar): boolean {
  return kind === 'level' || energyKwh !== 0 || step === 'unexplained';
}

/** Its levels before gross are zero because nothing is known of them. */
export function isWithoutExpectation({ bars }: LossWalk): boolean {
  const energyOf = (name: string) => bars.find(({ step }) => step === name)?.energyKwh;
  return energyOf('expected') === 0 && (energyOf('withoutExpectation') ?? 0) > 0;
}

function kindText({ of }: Pick<LossWalk, 'of'>, { formatMessage }: WidgetText['intl']): string {
  return formatMessage({ id: of === 'Connection' ? 'LossWalk_Of_Connection' : `EnergyType_${of}` });
}

export function walkText(walk: PeriodWalk, { groupBy }: LossWalkProps['settings'], intl: WidgetText['intl']): string {
  const group = walk.group === null ? [] : [siteGroupText(walk.group, groupBy, intl)];
  const parts = [...group, kindText(walk, intl), ...(walk.month === null ? [] : [monthText(walk.month, intl)])];
  // Sites of a type are a group of their own.
  return [...new Set(parts)].join(', ');
}

function monthText(day: string, { formatDate }: WidgetText['intl']): string {
  return formatDate(Date.parse(day), { month: 'short', year: 'numeric', timeZone: 'UTC' });
}

/** In energy, or in percent of the level that the settings name. */
export function scaleOf(walk: LossWalk, { numberFormat, percentOf }: LossWalkProps['settings']): { unit: string; factor: number } {
  const whole =
    percentOf === 'none' ? 0 : walk.bars.find(({ step }, index) => (percentOf === 'start' ? index === 0 : step === 'expected'))?.energyKwh;
  if (whole) return { unit: '%', factor: 100 / whole };
  return chosenUnit('kWh', numberFormat) ?? displayUnit('kWh', Math.max(...walk.bars.map(({ energyKwh }) => Math.abs(energyKwh))));
}

/** Where a step leads: to its events, or to its signal in Data Studio. undefined: nowhere */
export function stepChoice(walk: PeriodWalk, step: string, { settings, page }: LossWalkProps): WidgetChoice | undefined {
  const [type, signal] = [STEP_EVENTS[step], STEP_SIGNALS[step]];
  const isOfKind = (energyType: string) => walk.of === 'Connection' || energyType === walk.of || energyType === 'Hybrid';
  const { groupBy } = settings;
  const isOfGroup = (site: LossWalkProps['page']['sites'][number]) =>
    groupBy === 'none' || (attributeOf(site, groupBy) ?? '') === walk.group;
  const sites = page.sites.filter((site) => isOfKind(site.metadata.energyType) && isOfGroup(site));
  const selection = type ? { events: '', eventTypes: [type] } : signal ? { signals: [signal] } : undefined;
  const [target] = menuTargets({ settings, page: { ...page, sites }, selection });
  if (!target) return undefined;
  const period = walk.month === null ? {} : { period: `${walk.month}_${nextMonth(walk.month)}` };
  // Events of the page would be those of all its sites.
  const isPart = sites.length < page.sites.length && sites.length <= MOST_DEVICES;
  const devices = isPart && target.to === 'eventLog' ? { devices: sites.map(({ siteSegmentId }) => siteSegmentId as string) } : {};
  return { open: { ...target, search: { ...target.search, ...devices, ...period } } };
}

function nextMonth(day: string): string {
  return toIsoDate(addUnits(parseIsoDate(day) ?? 0, 'month', 1));
}

/** Steps with the level that each leads to, or the ways behind a connection. */
export function lossWalkTable(props: LossWalkProps, text: WidgetText): WidgetTable {
  return props.settings.view === 'ledger' ? ledgerTable(props, text) : walkTable(props, text);
}

function walkTable(props: LossWalkProps, { intl }: WidgetText): WidgetTable {
  const { formatMessage } = intl;
  const isByMonth = props.settings.by === 'month';
  const column = (id: string, unit?: string) => ({
    id,
    header: formatMessage({ id: `LossWalk_Column_${id}` as MessageKey }),
    ...(unit && { unit }),
  });
  const rows = walksOf(props).flatMap((walk) => {
    const start = walk.bars[0]?.energyKwh ?? 0;
    const expected = walk.bars.find(({ step }) => step === 'expected')?.energyKwh;
    const shareOf = (whole: number | undefined, energyKwh: number) => (whole ? (energyKwh / whole) * 100 : null);
    const gap = gapOf(walk.bars);
    return withTotals(walk.bars).map(({ step, kind, energyKwh, totalKwh }) => ({
      id: `${walk.group ?? ''} ${walk.month ?? ''} ${walk.of} ${walk.bars[0]?.step} ${step}`,
      choice: stepChoice(walk, step, props),
      values: {
        step: stepText(walk, step, intl),
        ...(walk.group !== null && { group: siteGroupText(walk.group, props.settings.groupBy, intl) }),
        ...(walk.month !== null && { month: monthText(walk.month, intl) }),
        of: kindText(walk, intl),
        kind: formatMessage({ id: `LossWalk_Kind_${kind}` }),
        energy: energyKwh,
        total: totalKwh,
        ofStart: shareOf(start, energyKwh),
        ofExpected: shareOf(expected, energyKwh),
      },
      reason: gap?.step === step ? formatMessage({ id: 'LossWalk_Gap' }, { step: stepText(walk, step, intl) }) : undefined,
    }));
  });
  const energies = [column('energy', 'kWh'), column('total', 'kWh'), column('ofStart', '%'), column('ofExpected', '%')];
  const { groupBy } = props.settings;
  const groups = groupBy === 'none' ? [] : [{ id: 'group', header: formatMessage({ id: SITE_GROUPING_CHOICES[groupBy] }) }];
  return { columns: [column('step'), ...groups, ...(isByMonth ? [column('month')] : []), column('of'), column('kind'), ...energies], rows };
}

/** Ways of a ledger: from where to where. */
const WAYS = {
  solarToBus: ['PV', 'bus'],
  solarToBattery: ['PV', 'battery'],
  solarAuxiliary: ['PV', 'auxiliary'],
  windToBus: ['Wind', 'bus'],
  windToBattery: ['Wind', 'battery'],
  windAuxiliary: ['Wind', 'auxiliary'],
  batteryToBus: ['battery', 'bus'],
  batteryAuxiliary: ['battery', 'auxiliary'],
  gridToBattery: ['grid', 'battery'],
  connection: ['bus', 'grid'],
} as const;
const WAY_NAMES = Object.keys(WAYS) as (keyof typeof WAYS)[];

/** Energies by way, added over the sites; hours of which something is not known add nothing. */
function ledgerTable({ settings, data }: LossWalkProps, { intl, noValueText }: WidgetText): WidgetTable {
  const { formatMessage } = intl;
  const items = itemsOf({ data }).filter((item): item is Ledger => !isWalk(item));
  const isByMonth = settings.by === 'month';
  const groups = isByMonth
    ? [...Map.groupBy(items, ({ fromDay }) => fromDay.slice(0, 7))].toSorted(([a], [b]) => a.localeCompare(b))
    : [['', items] as const];
  const place = (name: string) => formatMessage({ id: `LossWalk_Ledger_${name}` as MessageKey });
  const header = (id: string) => formatMessage({ id: `LossWalk_Column_${id}` as MessageKey });
  return {
    columns: [
      { id: 'from', header: header('from') },
      { id: 'to', header: header('to') },
      ...(isByMonth ? [{ id: 'month', header: header('month') }] : []),
      { id: 'energy', header: header('energy'), unit: 'kWh' },
      { id: 'knownHours', header: header('knownHours'), unit: 'h' },
      { id: 'unknownHours', header: header('unknownHours'), unit: 'h' },
    ],
    rows: groups.flatMap(([month, own]) => {
      const known = own.flatMap(({ ledger }) => ledger ?? []);
      if (known.length === 0) return [];
      const add = (name: keyof (typeof known)[number]) => known.reduce((sum, ledger) => sum + ledger[name], 0);
      const unknownHours = add('unknownHours');
      return WAY_NAMES.map((name) => ({
        id: `${month} ${name}`,
        values: {
          from: place(WAYS[name][0]),
          to: place(WAYS[name][1]),
          ...(isByMonth && { month: monthText(`${month}-01`, intl) }),
          energy: add('knownHours') === 0 ? null : add(name),
          knownHours: add('knownHours'),
          unknownHours,
        },
        reason: add('knownHours') === 0 ? noValueText(['noData']) : undefined,
      }));
    }),
  };
}
