import type { KeyboardEvent, ReactNode } from 'react';
import { choiceProps } from './choice-props.ts';
import type { Size } from './internal/use-size.ts';
import { WORLD_PATHS } from './internal/world.ts';
import type { KindPalette } from './options/kind-frame.ts';
import { boundsOf, clustersOf, type MapBounds, mapFrame } from './options/map-frame.ts';
import type { MapPoint } from './options/point-map.ts';

export interface MappedPoint extends MapPoint {
  id: string;
  name: string;
  /** In the disc: a shape in a box of 12 pixels around the origin. */
  mark: ReactNode;
  /** Of the disc; undefined: that of the surface. */
  colour?: string | undefined;
  /** [px] */
  radius: number;
  /** The largest one leads its cluster. */
  weight: number;
  isNamed: boolean;
  /** All of it in a sentence. */
  description: string;
}

interface SiteMapProps {
  palette: KindPalette;
  size: Size;
  points: readonly MappedPoint[];
  bounds: MapBounds;
  isClustered: boolean;
  /** What a cluster says when it is asked. */
  clusterText: (count: number, names: readonly string[]) => string;
  onChoose?: (id: string) => void;
  /** A site is to be opened: by double click or Enter. */
  onOpen?: (id: string) => void;
  onZoom?: (bounds: MapBounds) => void;
}

const NAME = 12;
const NEAR = 26;
const MARK = 6;
const MOST_NAMES = 8;
const NEXT = new Set(['ArrowRight', 'ArrowDown']);
const PREVIOUS = new Set(['ArrowLeft', 'ArrowUp']);

/** Sites on a map that needs no network. Discs that would cover each other stand together with their number. */
export function SiteMap({ palette, size, points, bounds, isClustered, clusterText, onChoose, onOpen, onZoom }: SiteMapProps) {
  const { left, top, perLongitude, perLatitude } = mapFrame(bounds, size);
  const placed = points.map((point) => ({
    ...point,
    x: left + point.longitude * perLongitude,
    y: top + point.latitude * perLatitude,
  }));
  const clusters = clustersOf(placed, isClustered ? NEAR : 0).toSorted(byName);
  return (
    <>
      <g transform={`translate(${left} ${top}) scale(${perLongitude} ${perLatitude})`}>
        <path d={WORLD_PATHS.land} fill={palette.land} />
        <path d={WORLD_PATHS.borders} fill="none" stroke={palette.landLine} strokeWidth={0.5} vectorEffect="non-scaling-stroke" />
      </g>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the discs in it, which are buttons themselves */}
      <g onKeyDown={walk}>
        {clusters.map((cluster) => {
          const [leader] = cluster;
          if (!leader) return null;
          if (cluster.length === 1)
            return (
              <Disc
                key={leader.id}
                point={leader}
                palette={palette}
                {...choiceProps(leader.description, onChoose && (() => onChoose(leader.id)))}
                onDoubleClick={onOpen && (() => onOpen(leader.id))}
              />
            );
          const inside = boundsOf(cluster);
          const text = clusterText(
            cluster.length,
            cluster.slice(0, MOST_NAMES).map(({ name }) => name),
          );
          return (
            <Cluster
              key={leader.id}
              point={leader}
              count={cluster.length}
              text={text}
              palette={palette}
              {...choiceProps(text, onZoom && inside && (() => onZoom(inside)))}
            />
          );
        })}
      </g>
    </>
  );
}

type DiscPoint = MappedPoint & { x: number; y: number };

function Disc({ point, palette, ...choice }: { point: DiscPoint; palette: KindPalette } & React.SVGProps<SVGGElement>) {
  const { x, y, radius, colour, mark, name, isNamed, description } = point;
  return (
    <g {...choice} transform={`translate(${x} ${y})`}>
      <title>{description}</title>
      <circle r={radius} fill={colour ?? palette.surface} stroke={palette.axis} strokeWidth={1} />
      <g transform={`translate(${-MARK} ${-MARK})`}>{mark}</g>
      {isNamed && <Name x={radius + 4} text={name} palette={palette} />}
    </g>
  );
}

interface ClusterProps {
  point: DiscPoint;
  count: number;
  text: string;
  palette: KindPalette;
}

/** The name beside it is that of its largest site, not of what the button does: it stands outside the button. */
function Cluster({ point, count, text, palette, ...choice }: ClusterProps & React.SVGProps<SVGGElement>) {
  const width = 28 + String(count).length * 7;
  return (
    <g transform={`translate(${point.x} ${point.y})`}>
      <g {...choice}>
        <title>{text}</title>
        <rect x={-14} y={-10} width={width} height={20} rx={10} fill={palette.surface} stroke={palette.axis} />
        <g transform={`translate(${-MARK - 2} ${-MARK})`}>{point.mark}</g>
        <text x={8} y={4} fontSize={NAME} fontWeight={600} fill={palette.text1}>
          {count}
        </text>
      </g>
      {point.isNamed && <Name x={width - 10} text={point.name} palette={palette} />}
    </g>
  );
}

function Name({ x, text, palette }: { x: number; text: string; palette: KindPalette }) {
  return (
    <text x={x} y={4} fontSize={NAME} fontWeight={600} fill={palette.text1} stroke={palette.surface} strokeWidth={3} paintOrder="stroke">
      {text}
    </text>
  );
}

function byName([a]: readonly MappedPoint[], [b]: readonly MappedPoint[]): number {
  return (a?.name ?? '').localeCompare(b?.name ?? '');
}

/** Arrows lead from disc to disc, in the order of their names. */
function walk(event: KeyboardEvent<SVGGElement>): void {
  const step = NEXT.has(event.key) ? 1 : PREVIOUS.has(event.key) ? -1 : 0;
  if (step === 0) return;
  const discs = [...event.currentTarget.querySelectorAll<SVGGElement>('[role="button"]')];
  const next = discs[discs.findIndex((disc) => disc === document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
