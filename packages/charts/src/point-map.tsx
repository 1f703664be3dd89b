import { type MapPoint, pointMap } from './options/point-map.ts';
import classes from './point-map.module.css';

interface PointMapProps {
  /** Accessible name: what lies where. */
  label: string;
  /** The point the map is about. */
  point: MapPoint;
  /** Where it was before; undefined: nowhere. */
  before?: MapPoint | undefined;
  /** Others around it. */
  others: readonly MapPoint[];
  /** Caption. @param widthKm - of the square */
  caption: (widthKm: number) => string;
}

/** Where a point lies among others, with meridians and parallels; a move is a dashed line. */
export function PointMap({ label, point, before, others, caption }: PointMapProps) {
  const layout = pointMap([point, ...(before ? [before] : []), ...others]);
  if (!layout) return null;
  const [then, now] = [before && layout.place(before), layout.place(point)];
  const isMoved = then !== undefined && (now.x !== then.x || now.y !== then.y);
  return (
    <figure className={classes.map}>
      <svg viewBox={`0 0 ${layout.size} ${layout.size}`} role="img" aria-label={label}>
        {layout.lines.map(({ at, isMeridian, text }) => (
          <g key={`${isMeridian} ${text}`}>
            <line
              x1={isMeridian ? at : 0}
              x2={isMeridian ? at : layout.size}
              y1={isMeridian ? 0 : at}
              y2={isMeridian ? layout.size : at}
              className={classes.meridian}
            />
            <text x={isMeridian ? at + 3 : 3} y={isMeridian ? layout.size - 4 : at - 3} className={classes.degrees}>
              {text}
            </text>
          </g>
        ))}
        {others.map((other) => {
          const { x, y } = layout.place(other);
          return <circle key={`${x} ${y}`} cx={x} cy={y} r={3} className={classes.other} />;
        })}
        {isMoved && then && (
          <>
            <line x1={then.x} y1={then.y} x2={now.x} y2={now.y} className={classes.move} />
            <circle cx={then.x} cy={then.y} r={4} className={classes.before} />
          </>
        )}
        <circle cx={now.x} cy={now.y} r={5} className={classes.point} />
      </svg>
      <figcaption>{caption(layout.widthKm)}</figcaption>
    </figure>
  );
}
