import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useNoValueText } from '../../shared/text/use-no-value-text.ts';
import { ageText } from '../../shared/time/age-text.ts';
import type { FleetMonth, MonthFigures } from './fleet-month.ts';
import type { FleetNow } from './fleet-now.ts';
import { costText, difference, energyText, isShort, OPEN_EVENTS, percent, powerText } from './fleet-words.ts';
import classes from './home.module.css';
import { availabilityTitle, devicesText, gapsNote, gapsTitle } from './month-gaps.ts';
import { TypeCounts } from './type-counts.tsx';

interface FleetStripProps {
  fleet: FleetNow;
  /** Points of the last hour and rows refused in 30 days; null: not known. */
  ingestion: { pointsLastHour: number } | null;
  /** null: not known, or not for this user. */
  month: FleetMonth | null;
  zone: string;
}

const OTHER_STATES = ['charging', 'idle', 'noData'] as const;

/** The fleet in six numbers, each with a line that says against what. */
export function FleetStrip({ fleet, ingestion, month, zone }: FleetStripProps) {
  const { formatMessage, locale } = useIntl();
  const { powerKw, openEvents, sites, stale } = fleet;
  const noValueText = useNoValueText();
  const powerReasons = sites.flatMap(({ reasons }) => reasons.power);
  const late = sites.find(({ reasons }) => reasons.power.includes('late'));
  const [power, unit] = powerKw === null ? [] : powerText(powerKw, locale).split('\u2009');
  const missing = devicesText(fleet.powerDevices, { formatMessage });
  const oldest = stale.find(({ age }) => age.ageMs !== null) ?? stale[0];

  return (
    <dl className={classes.strip}>
      <Cell
        label={formatMessage({ id: 'Home_Strip_PowerNow' })}
        value={power ?? <ReasonedValue reason={noValueText(powerReasons, { age: ageText(late?.age.ageMs ?? null, formatMessage) })} />}
        unit={unit}
        note={
          <>
            <PowerNote fleet={fleet} />
            {missing !== null && `, ${missing}`}
          </>
        }
      />
      {openEvents !== null && <EventCells fleet={fleet} openEvents={openEvents} />}
      {month && <MonthCells month={month.whole} nowMs={fleet.nowMs} zone={zone} />}
      {openEvents === null && <DeliveringCell fleet={fleet} />}
      <Cell
        label={formatMessage({ id: 'Home_Strip_DataAge' })}
        value={ageText(oldest ? oldest.age.ageMs : fleet.freshAgeMs, formatMessage)}
        isStale={oldest !== undefined}
        note={
          oldest ? (
            formatMessage({ id: 'Home_Strip_DataAge_Stale' }, { count: stale.length, site: oldest.site.name })
          ) : ingestion ? (
            <Link to="/ingestion-status">{formatMessage({ id: 'Home_Strip_DataAge_Points' }, { count: ingestion.pointsLastHour })}</Link>
          ) : (
            formatMessage({ id: 'Home_Strip_DataAge_AllFresh' })
          )
        }
      />
    </dl>
  );
}

/** What is open now: what it costs, in money where the fleet has one currency, and its kinds. */
function EventCells({ fleet: { losingKw, cost, openByType, sites }, openEvents }: { fleet: FleetNow; openEvents: number }) {
  const { formatMessage, formatNumber, locale } = useIntl();
  const noValueText = useNoValueText();
  const power = losingKw === null ? null : powerText(losingKw, locale);
  const [figure, unit] = cost
    ? [costText(cost, locale), formatMessage({ id: 'Home_Strip_Losing_PerHour' })]
    : (power?.split('\u2009') ?? []);
  return (
    <>
      <Cell
        label={formatMessage({ id: 'Home_Strip_Losing' })}
        value={figure ?? <ReasonedValue reason={noValueText(sites.flatMap(({ reasons }) => reasons.losing))} />}
        unit={unit}
        note={cost ? power : formatMessage({ id: openEvents === 0 ? 'Home_Strip_Losing_Nothing' : 'Home_Strip_Losing_Mean' })}
      />
      <Cell
        label={formatMessage({ id: 'Home_Column_OpenEvents' })}
        value={openByType.length > 0 ? <TypeCounts counts={openByType} size={12} /> : formatNumber(openEvents)}
        note={
          <Link to="/event-log" search={{ q: OPEN_EVENTS }}>
            {formatMessage({ id: 'Route_event-log' })}
          </Link>
        }
      />
    </>
  );
}

function DeliveringCell({ fleet: { counts, sites } }: { fleet: FleetNow }) {
  const { formatMessage, formatNumber } = useIntl();
  return (
    <Cell
      label={formatMessage({ id: 'Home_Strip_Delivering' })}
      value={formatNumber(counts.running)}
      note={[
        formatMessage({ id: 'Home_Strip_Delivering_Of' }, { total: sites.length }),
        ...OTHER_STATES.filter((state) => counts[state] > 0).map((state) =>
          formatMessage({ id: `Home_Strip_Delivering_${state}` }, { count: counts[state] }),
        ),
      ].join(', ')}
    />
  );
}

/** What the power stands against: what was expected, else the rating. */
function PowerNote({ fleet: { powerKw, expected, reportingRatedKw, sites } }: { fleet: FleetNow }) {
  const { formatMessage, locale } = useIntl();
  if (powerKw === null) return formatMessage({ id: 'Home_NoPowerYet' });
  if (!expected) {
    const share = `${percent(reportingRatedKw > 0 ? powerKw / reportingRatedKw : null, locale)} %`;
    return formatMessage({ id: 'Home_Strip_PowerNow_OfRating' }, { share, rating: powerText(reportingRatedKw, locale) });
  }
  const words = {
    expected: powerText(expected.powerKw, locale),
    count: expected.siteCount,
    difference: <Difference key="difference" share={expected.against} />,
  };
  return expected.siteCount === sites.length
    ? formatMessage({ id: 'Home_Strip_PowerNow_Expected' }, words)
    : formatMessage({ id: 'Home_Strip_PowerNow_ExpectedOf' }, words);
}

/** The running month: technical availability, and energy against what it should have been. */
function MonthCells({ month, nowMs, zone }: { month: MonthFigures; nowMs: number; zone: string }) {
  const intl = useIntl();
  const noValueText = useNoValueText();
  const { formatMessage, formatDate, locale } = intl;
  const missing = gapsNote(month.gaps, intl);
  const name = formatDate(nowMs, { month: 'short', timeZone: zone });
  const [energy, unit] = month.energyKwh === null ? [] : energyText(month.energyKwh, locale).split('\u2009');
  const [reference, share] =
    month.againstBudget === null ? (['Expected', month.againstExpected] as const) : (['Budget', month.againstBudget] as const);
  return (
    <>
      <Cell
        label={formatMessage({ id: 'Home_Strip_Availability' }, { month: name })}
        value={
          month.availability === null ? (
            <ReasonedValue reason={noValueText(month.reasons.availability)} />
          ) : (
            percent(month.availability, locale)
          )
        }
        unit={month.availability === null ? undefined : '%'}
        note={
          month.missingDays > 0
            ? formatMessage({ id: 'Home_Strip_MissingDays' }, { count: month.missingDays })
            : (availabilityTitle(month.availabilityReason, intl) ?? formatMessage({ id: 'Home_Strip_Availability_By' }))
        }
      />
      <Cell
        label={formatMessage({ id: 'Home_Strip_Energy' }, { month: name })}
        value={
          <ReasonedValue reason={energy === undefined ? noValueText(month.reasons.energy) : gapsTitle(month.gaps, intl)}>
            {energy}
          </ReasonedValue>
        }
        unit={unit}
        note={
          <>
            {share === null
              ? (noValueText(month.reasons.againstExpected) ?? formatMessage({ id: 'Home_Strip_EnergyAgainst_Nothing' }))
              : formatMessage(
                  { id: `Home_Strip_EnergyAgainst_${reference}` },
                  { difference: <Difference key="difference" share={share} /> },
                )}
            {missing !== null && `, ${missing}`}
          </>
        }
      />
    </>
  );
}

function Difference({ share }: { share: number }) {
  const { locale } = useIntl();
  return <span className={isShort(share) ? classes.shortText : classes.difference}>{`${difference(share, locale)} %`}</span>;
}

interface CellProps {
  label: ReactNode;
  value: ReactNode;
  unit?: string | undefined;
  note: ReactNode;
  isStale?: boolean;
}

function Cell({ label, value, unit, note, isStale = false }: CellProps) {
  return (
    <div className={classes.cell}>
      <dt>{label}</dt>
      <dd className={isStale ? classes.staleFigure : classes.figure}>
        {value}
        {unit && <span className={classes.unit}>{unit}</span>}
      </dd>
      <dd className={classes.note}>{note}</dd>
    </div>
  );
}
