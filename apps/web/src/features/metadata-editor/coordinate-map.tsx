import { useIntl } from 'react-intl';
import { type MapPoint, mapView } from './map-view.ts';
import classes from './metadata-editor.module.css';
import { type GridRow, storedValue } from './metadata-grid.ts';
import type { Grid } from './use-grid.ts';

/** Where the device lies among the devices of the table, before and after the change. */
export function CoordinateMap({ rows, row, grid }: { rows: readonly GridRow[]; row: GridRow; grid: Grid }) {
  const { formatMessage, formatNumber } = useIntl();
  const drafted = (name: string): number | undefined => {
    const column = grid.columns.findIndex((attribute) => attribute.name === name);
    const value = column < 0 ? undefined : grid.viewOf({ row: rows.indexOf(row), column }).draft?.value;
    return typeof value === 'number' ? value : undefined;
  };
  const before = pointOf(row);
  const [latitude, longitude] = [drafted('latitude') ?? before?.latitude, drafted('longitude') ?? before?.longitude];
  const after = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
  const others = rows.filter((other) => other !== row).flatMap((other) => pointOf(other) ?? []);
  const view = mapView([...(before ? [before] : []), ...(after ? [after] : []), ...others]);
  if (!view || !after) return <p className={classes.second}>{formatMessage({ id: 'Metadata_Map_None' })}</p>;
  const [now, then] = [before && view.place(before), view.place(after)];
  const isMoved = now !== undefined && (now.x !== then.x || now.y !== then.y);
  const label = formatMessage(
    { id: 'Metadata_Map_Label' },
    {
      name: row.name,
      latitude: formatNumber(after.latitude, { maximumFractionDigits: 5 }),
      longitude: formatNumber(after.longitude, { maximumFractionDigits: 5 }),
    },
  );
  return (
    <figure className={classes.map}>
      <svg viewBox={`0 0 ${view.size} ${view.size}`} role="img" aria-label={label}>
        {view.lines.map(({ at, isMeridian, text }) => (
          <g key={`${isMeridian} ${text}`}>
            <line
              x1={isMeridian ? at : 0}
              x2={isMeridian ? at : view.size}
              y1={isMeridian ? 0 : at}
              y2={isMeridian ? view.size : at}
              className={classes.meridian}
            />
            <text x={isMeridian ? at + 3 : 3} y={isMeridian ? view.size - 4 : at - 3} className={classes.degrees}>
              {text}
            </text>
          </g>
        ))}
        {others.map((other) => {
          const { x, y } = view.place(other);
          return <circle key={`${x} ${y}`} cx={x} cy={y} r={3} className={classes.other} />;
        })}
        {isMoved && now && (
          <>
            <line x1={now.x} y1={now.y} x2={then.x} y2={then.y} className={classes.move} />
            <circle cx={now.x} cy={now.y} r={4} className={classes.before} />
          </>
        )}
        <circle cx={then.x} cy={then.y} r={5} className={classes.after} />
      </svg>
      <figcaption>
        {formatMessage({ id: 'Metadata_Map_Scale' }, { km: formatNumber(view.widthKm, { maximumSignificantDigits: 2 }) })}
      </figcaption>
    </figure>
  );
}

function pointOf(row: GridRow): MapPoint | undefined {
  const [latitude, longitude] = [storedValue(row, 'latitude'), storedValue(row, 'longitude')];
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
}
