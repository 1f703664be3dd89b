import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { ageText } from '../../shared/time/age-text.ts';
import type { FleetNow } from './fleet-now.ts';
import { OPEN_EVENTS, percent, powerText } from './fleet-words.ts';
import classes from './home.module.css';

interface FleetStripProps {
  fleet: FleetNow;
  /** Points of the last hour and rows refused in 30 days; null: not known. */
  ingestion: { pointsLastHour: number; rejected: number } | null;
}

const OTHER_STATES = ['charging', 'idle', 'noData'] as const;

/** The fleet in five numbers, each with a line that says against what. */
export function FleetStrip({ fleet, ingestion }: FleetStripProps) {
  const { formatMessage, formatNumber, locale } = useIntl();
  const { powerKw, reportingRatedKw, losingKw, openEvents, counts, stale, sites } = fleet;
  const [power, unit] = powerKw === null ? ['—', ''] : powerText(powerKw, locale).split('\u2009');
  const oldest = stale.find(({ age }) => age.ageMs !== null) ?? stale[0];
  const [lost, lostUnit] = losingKw === null ? [] : powerText(losingKw, locale).split('\u2009');

  return (
    <dl className={classes.strip}>
      <Cell
        label={formatMessage({ id: 'Home_Strip_PowerNow' })}
        value={power}
        unit={unit}
        note={
          powerKw === null
            ? formatMessage({ id: 'Home_NoPowerYet' })
            : formatMessage(
                { id: 'Home_Strip_PowerNow_OfRating' },
                {
                  share: `${percent(reportingRatedKw > 0 ? powerKw / reportingRatedKw : null, locale)} %`,
                  rating: powerText(reportingRatedKw, locale),
                },
              )
        }
      />
      {losingKw !== null && (
        <Cell
          label={formatMessage({ id: 'Home_Strip_Losing' })}
          value={lost}
          unit={lostUnit}
          note={
            <Link to="/event-log" search={{ q: OPEN_EVENTS }}>
              {formatMessage({ id: 'Home_Strip_Losing_Events' }, { count: openEvents ?? 0 })}
            </Link>
          }
        />
      )}
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
      <Cell
        label={formatMessage({ id: 'Home_Strip_DataAge' })}
        value={ageText(oldest ? oldest.age.ageMs : fleet.freshAgeMs, formatMessage)}
        isStale={oldest !== undefined}
        note={
          oldest
            ? formatMessage({ id: 'Home_Strip_DataAge_Stale' }, { count: stale.length, site: oldest.site.name })
            : formatMessage({ id: 'Home_Strip_DataAge_AllFresh' }, { age: ageText(fleet.freshAgeMs, formatMessage) })
        }
      />
      {ingestion && (
        <Cell
          label={<Link to="/ingestion-status">{formatMessage({ id: 'Home_Strip_Points' })}</Link>}
          value={formatNumber(ingestion.pointsLastHour)}
          note={formatMessage({ id: 'Home_Strip_Points_Rejected' }, { count: ingestion.rejected })}
        />
      )}
    </dl>
  );
}

interface CellProps {
  label: ReactNode;
  value: string | undefined;
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
