import { useIntl } from 'react-intl';
import type { SiteRow } from './quality-ranking.tsx';
import { rampStep } from './repair-text.ts';
import classes from './site-quality.module.css';

/** A label is as wide as three columns. */
function labelStep(days: number): number {
  return Math.max(3, Math.ceil(days / 10));
}

interface QualityHeatMapProps {
  rows: readonly SiteRow[];
  onOpen: (siteId: string) => void;
}

/** Score of every site on every day: the darker, the better. */
export function QualityHeatMap({ rows, onOpen }: QualityHeatMapProps) {
  const { formatMessage, formatNumber, formatDate } = useIntl();
  const days = [...new Set(rows.flatMap(({ quality }) => quality.days.map(({ day }) => day)))].sort();
  const dayText = (day: string): string => formatDate(`${day}T00:00Z`, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  if (days.length === 0) return null;
  return (
    <div className={classes.map}>
      <table aria-label={formatMessage({ id: 'SiteQuality_HeatMap' })}>
        <thead>
          <tr>
            <td />
            {days.map((day, index) => (
              <th key={day} scope="col" title={dayText(day)}>
                {index % labelStep(days.length) === 0 ? dayText(day) : <span className={classes.hidden}>{dayText(day)}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ site, quality }) => {
            const byDay = new Map(quality.days.map(({ day, score }) => [day, score]));
            return (
              <tr key={site.siteId}>
                <th scope="row">
                  <button type="button" onClick={() => onOpen(site.siteId)}>
                    {site.name}
                  </button>
                </th>
                {days.map((day) => {
                  const score = byDay.get(day) ?? null;
                  const text = score === null ? '\u2014' : formatNumber(score, { maximumFractionDigits: 1 });
                  return (
                    <td
                      key={day}
                      title={formatMessage({ id: 'SiteQuality_Cell' }, { site: site.name, day: dayText(day), score: text })}
                      data-none={score === null || undefined}
                      style={score === null ? undefined : { background: `var(--seq-${rampStep(score)})` }}
                    >
                      <span className={classes.hidden}>{text}</span>
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
