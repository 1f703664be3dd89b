import type { MetricRow } from '@solvane/contract/metric-values';
import {
  isOfMonth,
  type KeyMetric,
  type KeyMetricSettings,
  type keyMetricOptionalQueries,
  type keyMetricQueries,
} from '@solvane/contract/widgets/key-metric';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode } from 'react';
import { TypeCounts } from '../../shared/events/type-counts.tsx';
import { Difference } from '../../shared/fleet/difference.tsx';
import type { MonthFigures } from '../../shared/fleet/fleet-month.ts';
import type { FleetNow } from '../../shared/fleet/fleet-now.ts';
import { costText, energyText, OPEN_EVENTS, percent, powerText } from '../../shared/fleet/fleet-text.ts';
import { availabilityTitle, devicesText, gapsNote, gapsTitle } from '../../shared/fleet/month-gaps.ts';
import { fleetState, monthState, pageFleet, pageMonth } from '../../shared/fleet/page-fleet.ts';
import { ageText } from '../../shared/time/age-text.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import type { WidgetState } from '../../shared/widgets/widget-state.ts';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import type { MetricReading } from './metric-reading.ts';
import { comparedText, periodReading, totalsState } from './period-reading.ts';

export type KeyMetricProps = WidgetProps<
  CommonSettings & KeyMetricSettings,
  ReturnType<typeof keyMetricQueries>,
  ReturnType<typeof keyMetricOptionalQueries>
>;

// Home shows no states.
const StateCounts = lazy(() => import('./state-counts.tsx'));

const MINUTE_MS = 60_000;
const NO_STATUS = { items: [], nowMs: 0 };
const OTHER_STATES = ['charging', 'idle', 'noData'] as const;

const OF_FLEET: Partial<Record<KeyMetric, (fleet: FleetNow, text: WidgetText) => MetricReading>> = {
  powerNow,
  lostPowerNow,
  lostCostNow,
  openEvents,
  runningSites,
  staleSites,
};
const OF_MONTH: Partial<Record<KeyMetric, (month: MonthFigures, text: WidgetText, budget?: MetricRow) => MetricReading>> = {
  'availability.Technical.time': availability,
  energy,
};

export function readingOf({ settings, page: { sites }, data }: KeyMetricProps, text: WidgetText): MetricReading {
  const { metric } = settings;
  if (data.metrics) {
    const reading = periodReading(data.metrics.totals, settings, text, data.promised?.totals[0]);
    return data.states ? { ...reading, note: <StateCounts rows={data.states.totals} shown={metric} /> } : reading;
  }
  const ofMonth = isOfMonth(settings) ? OF_MONTH[metric] : undefined;
  if (ofMonth && data.month) return ofMonth(pageMonth(sites, data.month).whole, text, data.budget?.totals[0]);
  const fleet = pageFleet(sites, data.status ?? NO_STATUS);
  return OF_FLEET[metric]?.(fleet, text) ?? dataAge(fleet, data.ingestion, text);
}

/** What the number lacks. Counts and ages say so themselves. */
export function stateOf({ settings, page: { sites }, data }: KeyMetricProps): WidgetState {
  if (data.metrics) return totalsState(data.metrics.totals);
  if (isOfMonth(settings) && data.month) return monthState(pageMonth(sites, data.month).whole);
  return settings.metric === 'powerNow' && data.status ? fleetState(pageFleet(sites, data.status)) : {};
}

function powerNow(fleet: FleetNow, { intl, noValueText }: WidgetText): MetricReading {
  const { powerKw, sites, powerDevices } = fleet;
  const late = sites.find(({ reasons }) => reasons.power.includes('late'));
  const age = ageText(late?.age.ageMs ?? null, intl.formatMessage);
  const missing = devicesText(powerDevices, intl);
  return {
    value: powerKw,
    unit: 'kW',
    percentages: { percentOfExpected: percentOf(fleet.expected?.against) },
    ...partsOf(powerKw === null ? null : powerText(powerKw, intl.locale)),
    reason:
      powerKw === null
        ? noValueText(
            sites.flatMap(({ reasons }) => reasons.power),
            { age },
          )
        : undefined,
    note: (
      <>
        {powerNote(fleet, intl)}
        {missing !== null && `, ${missing}`}
      </>
    ),
  };
}

/** What the power is compared with: expected power, else the rating. */
function powerNote({ powerKw, expected, reportingRatedKw, sites }: FleetNow, { formatMessage, locale }: WidgetText['intl']): ReactNode {
  if (powerKw === null) return formatMessage({ id: 'Home_NoPowerYet' });
  if (!expected) {
    const share = `${percent(reportingRatedKw > 0 ? powerKw / reportingRatedKw : null, locale)} %`;
    return formatMessage({ id: 'Home_Strip_PowerNow_OfRating' }, { share, rating: powerText(reportingRatedKw, locale) });
  }
  const id = expected.siteCount === sites.length ? 'Home_Strip_PowerNow_Expected' : 'Home_Strip_PowerNow_ExpectedOf';
  const difference = <Difference key="difference" share={expected.against} />;
  return formatMessage({ id }, { expected: powerText(expected.powerKw, locale), count: expected.siteCount, difference });
}

function lostPowerNow({ losingKw, openEvents, sites }: FleetNow, { intl, noValueText }: WidgetText): MetricReading {
  return {
    value: losingKw,
    unit: 'kW',
    ...partsOf(losingKw === null ? null : powerText(losingKw, intl.locale)),
    reason: losingKw === null ? noValueText(sites.flatMap(({ reasons }) => reasons.losing)) : undefined,
    note: intl.formatMessage({ id: openEvents === 0 ? 'Home_Strip_Losing_Nothing' : 'Home_Strip_Losing_Mean' }),
  };
}

/** Cost of open events where the fleet has one currency, else lost power. */
function lostCostNow({ losingKw, cost, openEvents, sites }: FleetNow, { intl, noValueText }: WidgetText): MetricReading {
  const { formatMessage, locale } = intl;
  const power = losingKw === null ? null : powerText(losingKw, locale);
  if (cost)
    return {
      value: cost.perHour,
      unit: `${cost.currency}/h`,
      shown: costText(cost, locale),
      shownUnit: formatMessage({ id: 'Home_Strip_Losing_PerHour' }),
      reason: cost.isPartial ? formatMessage({ id: 'EventLosses_Unpriced_Help' }) : undefined,
      isPartial: cost.isPartial,
      note: power,
    };
  return {
    value: losingKw,
    unit: 'kW',
    ...partsOf(power),
    reason: losingKw === null ? noValueText(sites.flatMap(({ reasons }) => reasons.losing)) : undefined,
    note: formatMessage({ id: openEvents === 0 ? 'Home_Strip_Losing_Nothing' : 'Home_Strip_Losing_Mean' }),
  };
}

function openEvents({ openByType, openEvents: count, sites }: FleetNow, { intl, noValueText }: WidgetText): MetricReading {
  return {
    value: count,
    unit: '',
    shown: openByType.length > 0 ? <TypeCounts counts={openByType} size={12} /> : count === null ? undefined : intl.formatNumber(count),
    reason: count === null ? noValueText(sites.flatMap(({ reasons }) => reasons.openEvents)) : undefined,
    note: (
      <Link to="/event-log" search={{ q: OPEN_EVENTS }}>
        {intl.formatMessage({ id: 'Route_event-log' })}
      </Link>
    ),
  };
}

function runningSites({ counts, sites }: FleetNow, { intl: { formatMessage, formatNumber } }: WidgetText): MetricReading {
  const others = OTHER_STATES.filter((state) => counts[state] > 0);
  const note = [
    formatMessage({ id: 'Home_Strip_Delivering_Of' }, { total: sites.length }),
    ...others.map((state) => formatMessage({ id: `Home_Strip_Delivering_${state}` }, { count: counts[state] })),
  ].join(', ');
  return { value: counts.running, unit: '', shown: formatNumber(counts.running), note };
}

/** Sites with late data, and the one whose are oldest. */
function staleSites({ stale, sites }: FleetNow, { intl: { formatMessage, formatNumber } }: WidgetText): MetricReading {
  const oldest = stale.find(({ age }) => age.ageMs !== null) ?? stale[0];
  const total = formatMessage({ id: 'Home_Strip_Delivering_Of' }, { total: sites.length });
  const name = oldest?.site.name;
  const ageMs = oldest?.age.ageMs ?? null;
  const oldestText =
    name === undefined
      ? []
      : [
          ageMs === null
            ? formatMessage({ id: 'Home_NeverData' }, { site: name })
            : formatMessage({ id: 'Home_Old' }, { site: name, age: ageText(ageMs, formatMessage) }),
        ];
  return {
    value: stale.length,
    unit: '',
    shown: formatNumber(stale.length),
    note: [total, ...oldestText].join(', '),
    isStale: stale.length > 0,
  };
}

function availability(month: MonthFigures, { intl, noValueText }: WidgetText, budget: MetricRow | undefined): MetricReading {
  const { availability: share, missingDays, reasons, availabilityReason } = month;
  return {
    value: share === null ? null : share * 100,
    unit: '%',
    shown: share === null ? undefined : percent(share, intl.locale),
    shownUnit: share === null ? undefined : '%',
    reason: share === null ? noValueText(reasons.availability) : undefined,
    note:
      missingDays > 0
        ? intl.formatMessage({ id: 'Home_Strip_MissingDays' }, { count: missingDays })
        : (availabilityTitle(availabilityReason, intl) ??
          againstBudget(budget, intl) ??
          intl.formatMessage({ id: 'Home_Strip_Availability_By' })),
  };
}

/** undefined: nothing is budgeted, or that is not known yet */
function againstBudget(row: MetricRow | undefined, intl: WidgetText['intl']): string | undefined {
  const [text] = row?.compared?.amount == null ? [] : comparedText(row, { reference: 'budget' }, intl);
  return text;
}

function energy(month: MonthFigures, text: WidgetText): MetricReading {
  const { intl, noValueText } = text;
  const { energyKwh, gaps, reasons } = month;
  const [note, missing] = [energyNote(month, text), gapsNote(gaps, intl)];
  // A reason is a sentence.
  const joint = typeof note === 'string' && note.endsWith('.') ? ' ' : ', ';
  return {
    value: energyKwh,
    unit: 'kWh',
    percentages: { percentOfExpected: percentOf(month.againstExpected), percentOfBudget: percentOf(month.againstBudget) },
    ...partsOf(energyKwh === null ? null : energyText(energyKwh, intl.locale)),
    reason: energyKwh === null ? noValueText(reasons.energy) : gapsTitle(gaps, intl),
    note: (
      <>
        {note}
        {missing !== null && `${joint}${missing}`}
      </>
    ),
  };
}

/** Against the budget, else against expected energy. */
function energyNote({ againstBudget, againstExpected, reasons }: MonthFigures, { intl, noValueText }: WidgetText): ReactNode {
  const share = againstBudget ?? againstExpected;
  if (share === null) return noValueText(reasons.againstExpected) ?? intl.formatMessage({ id: 'Home_Strip_EnergyAgainst_Nothing' });
  const id = againstBudget === null ? 'Home_Strip_EnergyAgainst_Expected' : 'Home_Strip_EnergyAgainst_Budget';
  return intl.formatMessage({ id }, { difference: <Difference key="difference" share={share} /> });
}

/** Age of the oldest late data, else of the newest data of all sites. */
function dataAge(
  { stale, freshAgeMs }: FleetNow,
  ingestion: KeyMetricProps['data']['ingestion'],
  { intl: { formatMessage }, noValueText }: WidgetText,
): MetricReading {
  const oldest = stale.find(({ age }) => age.ageMs !== null) ?? stale[0];
  const ageMs = oldest ? oldest.age.ageMs : freshAgeMs;
  const points = ingestion?.items.reduce((sum, { pointsLastHour }) => sum + pointsLastHour, 0);
  const fresh =
    points === undefined ? (
      formatMessage({ id: 'Home_Strip_DataAge_AllFresh' })
    ) : (
      <Link to="/ingestion-status">{formatMessage({ id: 'Home_Strip_DataAge_Points' }, { count: points })}</Link>
    );
  return {
    value: ageMs === null ? null : ageMs / MINUTE_MS,
    unit: 'min',
    shown: ageText(ageMs, formatMessage),
    reason: ageMs === null ? noValueText(['neverReceived']) : undefined,
    note: oldest ? formatMessage({ id: 'Home_Strip_DataAge_Stale' }, { count: stale.length, site: oldest.site.name }) : fresh,
    isStale: oldest !== undefined,
  };
}

function percentOf(difference: number | null | undefined): number | null {
  return difference == null ? null : 100 * (1 + difference);
}

/** Texts of quantities have a thin space before their unit. */
function partsOf(text: string | null): Pick<MetricReading, 'shown' | 'shownUnit'> {
  const [shown, shownUnit] = text?.split('\u2009') ?? [];
  return { shown, shownUnit };
}
