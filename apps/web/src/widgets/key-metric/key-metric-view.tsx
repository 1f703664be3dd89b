import type { KeyMetric } from '@solvane/contract/widgets/key-metric';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { Link } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { PartialValue } from '../../shared/events/partial-value.tsx';
import { TypeCounts } from '../../shared/events/type-counts.tsx';
import { type FleetNow, isShort } from '../../shared/fleet/fleet-now.ts';
import { costText, difference, energyText, OPEN_EVENTS, percent, powerText } from '../../shared/fleet/fleet-text.ts';
import { availabilityTitle, devicesText, gapsNote, gapsTitle } from '../../shared/fleet/month-gaps.ts';
import { useNoValueText } from '../../shared/text/use-no-value-text.ts';
import { ageText } from '../../shared/time/age-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import classes from './key-metric.module.css';
import { fleetOf, type KeyMetricProps, monthOf } from './key-metric-table.ts';

const OTHER_STATES = ['charging', 'idle', 'noData'] as const;

const CELLS: Record<KeyMetric, ComponentType<KeyMetricProps & { fleet: FleetNow }>> = {
  powerNow: PowerNow,
  lostCostNow: LostCostNow,
  openEvents: OpenEvents,
  runningSites: RunningSites,
  'availability.Technical.time': Availability,
  energy: Energy,
  dataAge: DataAge,
};

/** One number, and below it what it is compared with. */
export function KeyMetricView(props: KeyMetricProps) {
  const { settings, page, data } = props;
  const fleet = useMemo(() => fleetOf({ page, data }), [page, data]);
  const Content = CELLS[settings.metric];
  return <Content {...props} fleet={fleet} />;
}

type CellContentProps = KeyMetricProps & { fleet: FleetNow };

function PowerNow({ fleet }: CellContentProps) {
  const { formatMessage, locale } = useIntl();
  const noValueText = useNoValueText();
  const { powerKw, sites } = fleet;
  const [power, unit] = powerKw === null ? [] : powerText(powerKw, locale).split('\u2009');
  const late = sites.find(({ reasons }) => reasons.power.includes('late'));
  const reason = noValueText(
    sites.flatMap(({ reasons }) => reasons.power),
    { age: ageText(late?.age.ageMs ?? null, formatMessage) },
  );
  const missing = devicesText(fleet.powerDevices, { formatMessage });
  return (
    <Cell label={formatMessage({ id: 'Home_Strip_PowerNow' })} value={power ?? <ReasonedValue reason={reason} />} unit={unit}>
      <PowerNote fleet={fleet} />
      {missing !== null && `, ${missing}`}
    </Cell>
  );
}

/** Cost of open events where the fleet has one currency, else lost power. */
function LostCostNow({ fleet: { losingKw, cost, openEvents, sites } }: CellContentProps) {
  const { formatMessage, locale } = useIntl();
  const noValueText = useNoValueText();
  const power = losingKw === null ? null : powerText(losingKw, locale);
  const [figure, unit] = cost
    ? [costText(cost, locale), formatMessage({ id: 'Home_Strip_Losing_PerHour' })]
    : (power?.split('\u2009') ?? []);
  const note = formatMessage({ id: openEvents === 0 ? 'Home_Strip_Losing_Nothing' : 'Home_Strip_Losing_Mean' });
  const reason = noValueText(sites.flatMap(({ reasons }) => reasons.losing));
  const lacks = cost?.isPartial ? formatMessage({ id: 'EventLosses_Unpriced_Help' }) : '';
  const value = figure ? <PartialValue text={figure} reason={lacks} isPartial={lacks !== ''} /> : <ReasonedValue reason={reason} />;
  return (
    <Cell label={formatMessage({ id: 'Home_Strip_Losing' })} value={value} unit={unit}>
      {cost ? power : note}
    </Cell>
  );
}

function OpenEvents({ fleet: { openByType, openEvents, sites } }: CellContentProps) {
  const { formatMessage, formatNumber } = useIntl();
  const noValueText = useNoValueText();
  const reason = noValueText(sites.flatMap(({ reasons }) => reasons.openEvents));
  const count = openEvents === null ? <ReasonedValue reason={reason} /> : formatNumber(openEvents);
  return (
    <Cell
      label={formatMessage({ id: 'Home_Column_OpenEvents' })}
      value={openByType.length > 0 ? <TypeCounts counts={openByType} size={12} /> : count}
    >
      <Link to="/event-log" search={{ q: OPEN_EVENTS }}>
        {formatMessage({ id: 'Route_event-log' })}
      </Link>
    </Cell>
  );
}

function RunningSites({ fleet: { counts, sites } }: CellContentProps) {
  const { formatMessage, formatNumber } = useIntl();
  const others = OTHER_STATES.filter((state) => counts[state] > 0);
  return (
    <Cell label={formatMessage({ id: 'Home_Strip_Delivering' })} value={formatNumber(counts.running)}>
      {[
        formatMessage({ id: 'Home_Strip_Delivering_Of' }, { total: sites.length }),
        ...others.map((state) => formatMessage({ id: `Home_Strip_Delivering_${state}` }, { count: counts[state] })),
      ].join(', ')}
    </Cell>
  );
}

/** What the power is compared with: expected power, else the rating. */
function PowerNote({ fleet: { powerKw, expected, reportingRatedKw, sites } }: { fleet: FleetNow }) {
  const { formatMessage, locale } = useIntl();
  if (powerKw === null) return formatMessage({ id: 'Home_NoPowerYet' });
  if (!expected) {
    const share = `${percent(reportingRatedKw > 0 ? powerKw / reportingRatedKw : null, locale)} %`;
    return formatMessage({ id: 'Home_Strip_PowerNow_OfRating' }, { share, rating: powerText(reportingRatedKw, locale) });
  }
  const values = {
    expected: powerText(expected.powerKw, locale),
    count: expected.siteCount,
    difference: <Difference key="difference" share={expected.against} />,
  };
  return expected.siteCount === sites.length
    ? formatMessage({ id: 'Home_Strip_PowerNow_Expected' }, values)
    : formatMessage({ id: 'Home_Strip_PowerNow_ExpectedOf' }, values);
}

function useMonth({ page, data }: KeyMetricProps) {
  const { formatDate } = useIntl();
  const month = useMemo(() => monthOf({ page, data }), [page, data]);
  return { month, name: formatDate(page.nowMs, { month: 'short', timeZone: page.zone }) };
}

function Availability(props: CellContentProps) {
  const intl = useIntl();
  const { formatMessage, locale } = intl;
  const noValueText = useNoValueText();
  const { month, name } = useMonth(props);
  const { availability, missingDays, reasons, availabilityReason } = month;
  return (
    <Cell
      label={formatMessage({ id: 'Home_Strip_Availability' }, { month: name })}
      value={availability === null ? <ReasonedValue reason={noValueText(reasons.availability)} /> : percent(availability, locale)}
      unit={availability === null ? undefined : '%'}
    >
      {missingDays > 0
        ? formatMessage({ id: 'Home_Strip_MissingDays' }, { count: missingDays })
        : (availabilityTitle(availabilityReason, intl) ?? formatMessage({ id: 'Home_Strip_Availability_By' }))}
    </Cell>
  );
}

function Energy(props: CellContentProps) {
  const intl = useIntl();
  const { formatMessage, locale } = intl;
  const noValueText = useNoValueText();
  const { month, name } = useMonth(props);
  const missing = gapsNote(month.gaps, intl);
  const [energy, unit] = month.energyKwh === null ? [] : energyText(month.energyKwh, locale).split('\u2009');
  const reason = energy === undefined ? noValueText(month.reasons.energy) : gapsTitle(month.gaps, intl);
  return (
    <Cell
      label={formatMessage({ id: 'Home_Strip_Energy' }, { month: name })}
      value={<ReasonedValue reason={reason}>{energy}</ReasonedValue>}
      unit={unit}
    >
      <EnergyNote month={month} />
      {missing !== null && `, ${missing}`}
    </Cell>
  );
}

/** Against the budget, else against expected energy. */
function EnergyNote({ month: { againstBudget, againstExpected, reasons } }: Pick<ReturnType<typeof useMonth>, 'month'>) {
  const { formatMessage } = useIntl();
  const noValueText = useNoValueText();
  const share = againstBudget ?? againstExpected;
  if (share === null) return noValueText(reasons.againstExpected) ?? formatMessage({ id: 'Home_Strip_EnergyAgainst_Nothing' });
  const id = againstBudget === null ? 'Home_Strip_EnergyAgainst_Expected' : 'Home_Strip_EnergyAgainst_Budget';
  return formatMessage({ id }, { difference: <Difference key="difference" share={share} /> });
}

/** Age of the oldest late data, else of the newest data of all sites. */
function DataAge({ fleet: { stale, freshAgeMs }, data: { ingestion } }: CellContentProps) {
  const { formatMessage } = useIntl();
  const oldest = stale.find(({ age }) => age.ageMs !== null) ?? stale[0];
  const points = ingestion?.items.reduce((sum, { pointsLastHour }) => sum + pointsLastHour, 0);
  return (
    <Cell
      label={formatMessage({ id: 'Home_Strip_DataAge' })}
      value={ageText(oldest ? oldest.age.ageMs : freshAgeMs, formatMessage)}
      isStale={oldest !== undefined}
    >
      {oldest && formatMessage({ id: 'Home_Strip_DataAge_Stale' }, { count: stale.length, site: oldest.site.name })}
      {!oldest && points === undefined && formatMessage({ id: 'Home_Strip_DataAge_AllFresh' })}
      {!oldest && points !== undefined && (
        <Link to="/ingestion-status">{formatMessage({ id: 'Home_Strip_DataAge_Points' }, { count: points })}</Link>
      )}
    </Cell>
  );
}

function Difference({ share }: { share: number }) {
  const { locale } = useIntl();
  return <span className={isShort(share) ? classes.short : classes.difference}>{`${difference(share, locale)} %`}</span>;
}

interface CellProps {
  label: string;
  value: ReactNode;
  unit?: string | undefined;
  isStale?: boolean;
  /** What the number is compared with. */
  children: ReactNode;
}

function Cell({ label, value, unit, isStale = false, children }: CellProps) {
  return (
    <>
      <dt>{label}</dt>
      <dd className={widgetClasses.figure} data-stale={isStale || undefined}>
        {value}
        {unit && <span className={widgetClasses.unit}>{unit}</span>}
      </dd>
      <dd className={widgetClasses.note}>{children}</dd>
    </>
  );
}
