import { useFixedRows } from '@solvane/ui/fixed-rows';
import { memo, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { useIntl } from 'react-intl';
import type { SiteRow } from './quality-ranking.tsx';
import { rampStep } from './repair-text.ts';
import classes from './site-quality.module.css';

/** Height of a row with the space below it. */
const ROW_HEIGHT = 25;
/** Of more sites only the rows in view are drawn, and the map scrolls in itself. */
const MOST_ROWS = 60;

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
  const { formatMessage, formatDate } = useIntl();
  const columns = useMemo(() => {
    const days = [...new Set(rows.flatMap(({ quality }) => quality.days.map(({ day }) => day)))].sort();
    return days.map((day) => ({ day, text: formatDate(`${day}T00:00Z`, { day: 'numeric', month: 'short', timeZone: 'UTC' }) }));
  }, [rows, formatDate]);
  const isLong = rows.length > MOST_ROWS;
  const view = useFixedRows({ count: rows.length, rowHeight: ROW_HEIGHT, drawNow: isLong ? flushSync : undefined });
  const [first, end] = isLong ? [view.first, view.end] : [0, rows.length];
  if (columns.length === 0) return null;
  return (
    // What scrolls has to be reached by keys.
    <div className={classes.map} ref={view.scrollRef} data-long={isLong || undefined} tabIndex={isLong ? 0 : undefined}>
      <table aria-label={formatMessage({ id: 'SiteQuality_HeatMap' })} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <td />
            {columns.map(({ day, text }, index) => (
              <th key={day} scope="col" title={text}>
                {index % labelStep(columns.length) === 0 ? text : <span className={classes.hidden}>{text}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Room rows={first} />
          {rows.slice(first, end).map((row, index) => (
            <MapRow key={row.site.siteId} row={row} columns={columns} rowIndex={first + index + 2} onOpen={onOpen} />
          ))}
          <Room rows={rows.length - end} />
        </tbody>
      </table>
    </div>
  );
}

/** The place of rows that are not drawn. */
function Room({ rows }: { rows: number }) {
  return rows > 0 && <tr style={{ blockSize: rows * ROW_HEIGHT - 1 }} />;
}

interface MapRowProps {
  row: SiteRow;
  columns: readonly { day: string; text: string }[];
  rowIndex: number;
  onOpen: (siteId: string) => void;
}

/** Scrolling draws those that come into view and no other. */
const MapRow = memo(function MapRow({ row: { site, quality }, columns, rowIndex, onOpen }: MapRowProps) {
  const { formatMessage, formatNumber } = useIntl();
  const byDay = new Map(quality.days.map(({ day, score }) => [day, score]));
  return (
    <tr aria-rowindex={rowIndex}>
      <th scope="row">
        <button type="button" onClick={() => onOpen(site.siteId)}>
          {site.name}
        </button>
      </th>
      {columns.map(({ day, text }) => {
        const score = byDay.get(day) ?? null;
        const scoreText = score === null ? '\u2014' : formatNumber(score, { maximumFractionDigits: 1 });
        return (
          <td
            key={day}
            title={formatMessage({ id: 'SiteQuality_Cell' }, { site: site.name, day: text, score: scoreText })}
            data-none={score === null || undefined}
            style={score === null ? undefined : { background: `var(--seq-${rampStep(score)})` }}
          >
            <span className={classes.hidden}>{scoreText}</span>
          </td>
        );
      })}
    </tr>
  );
});
