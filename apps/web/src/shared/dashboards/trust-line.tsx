import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import type { FleetNow } from '../fleet/fleet-now.ts';
import { ageText } from '../time/age-text.ts';
import { zoneName } from '../time/zone-name.ts';
import { widgetDataQuery } from '../widgets/widget-data.queries.ts';
import classes from './trust-line.module.css';

const INGESTION = { kind: 'ingestion', body: {} } as const;

/** Up to when there are data, how many arrive, and the one site whose are oldest: the only warm colour up there. */
export function TrustLine({ fleet: { dataToMs, stale } }: { fleet: FleetNow }) {
  const { formatMessage, formatTime, locale } = useIntl();
  const points = useQuery(widgetDataQuery(INGESTION)).data?.items.reduce((sum, { pointsLastHour }) => sum + pointsLastHour, 0);
  const oldest = stale.find(({ age }) => age.ageMs !== null) ?? stale[0];
  return (
    <div className={classes.trust}>
      {dataToMs !== null && (
        <span>
          {formatMessage(
            { id: 'Home_DataTo' },
            {
              time: <b key="time">{formatTime(dataToMs, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}</b>,
              zone: zoneName(dataToMs, locale),
            },
          )}
        </span>
      )}
      {points !== undefined && <Link to="/ingestion-status">{formatMessage({ id: 'Home_Strip_DataAge_Points' }, { count: points })}</Link>}
      {oldest && (
        <span className={classes.stale}>
          <IconClock size={15} stroke={1.6} aria-hidden />
          {oldest.age.ageMs === null
            ? formatMessage({ id: 'Home_NeverData' }, { site: oldest.site.name })
            : formatMessage({ id: 'Home_Old' }, { site: oldest.site.name, age: ageText(oldest.age.ageMs, formatMessage) })}
        </span>
      )}
    </div>
  );
}
