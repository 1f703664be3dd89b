import { useId } from 'react';
import { choiceProps, WORDS_ON_SHAPE } from './choice-props.ts';
import type { Size } from './internal/use-size.ts';
import { MissingPattern } from './missing-pattern.tsx';
import type { KindPalette } from './options/kind-frame.ts';
import { rampColour } from './options/ramp.ts';
import { type Rectangle, squarify } from './options/squarify.ts';
import { fittingText } from './options/text-fit.ts';
import { textOn } from './options/text-on.ts';

export interface TreeMapTile {
  id: string;
  label: string;
  /** Area. Positive */
  size: number;
  /** Colour on the diverging scale, -1 to 1. null: nothing to compare with, grey */
  share: number | null;
  /** Hatched: it has no value. */
  isMissing: boolean;
  /** Below the name, as far as it fits. */
  value: string;
  /** All of it in a sentence. */
  description: string;
}

export interface TreeMapGroup {
  /** Empty: no head. */
  label: string;
  tiles: readonly TreeMapTile[];
}

interface TreeMapProps {
  palette: KindPalette;
  size: Size;
  groups: readonly TreeMapGroup[];
  onChoose?: (id: string) => void;
}

const HEAD = 20;
const GAP = 2;
const PADDING = 6;
const NAME = 12;

/** Tiles in proportion to a size, in the colour of how they do; groups have frames of their own. */
export function TreeMap({ palette, size, groups, onChoose }: TreeMapProps) {
  const pattern = useId();
  const sizeOf = ({ tiles }: TreeMapGroup) => tiles.reduce((sum, tile) => sum + tile.size, 0);
  const ordered = groups.filter((group) => sizeOf(group) > 0).toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const frames = squarify(ordered.map(sizeOf), { x: 0, y: 0, ...size });
  return (
    <>
      <MissingPattern id={pattern} palette={palette} />
      {ordered.map(({ label, tiles }, index) => {
        const frame = frames[index] ?? NOWHERE;
        const inside = label === '' ? frame : withoutHead(frame);
        const sorted = tiles.toSorted((a, b) => b.size - a.size);
        const rectangles = squarify(
          sorted.map((tile) => tile.size),
          inside,
        );
        return (
          <g key={label}>
            {label !== '' && (
              <text x={frame.x + PADDING} y={frame.y + 14} fontSize={NAME} fontWeight={600} fill={palette.text1}>
                {fittingText(label, { width: frame.width - 2 * PADDING, size: NAME })}
              </text>
            )}
            {sorted.map((tile, position) => (
              <Tile
                key={tile.id}
                tile={tile}
                at={rectangles[position] ?? NOWHERE}
                palette={palette}
                missing={`url(#${pattern})`}
                onChoose={onChoose && (() => onChoose(tile.id))}
              />
            ))}
          </g>
        );
      })}
    </>
  );
}

const NOWHERE: Rectangle = { x: 0, y: 0, width: 0, height: 0 };

interface TileProps {
  tile: TreeMapTile;
  at: Rectangle;
  palette: KindPalette;
  missing: string;
  onChoose: (() => void) | undefined;
}

function Tile({ tile: { label, share, isMissing, value, description }, at, palette, missing, onChoose }: TileProps) {
  const { x, y } = at;
  const [width, height] = [Math.max(0, at.width - GAP), Math.max(0, at.height - GAP)];
  const colour = share === null ? palette.surface3 : rampColour({ low: -1, high: 1, colours: palette.diverging }, share);
  const ink = textOn(colour, palette);
  const room = { width: width - 2 * PADDING, size: NAME };
  return (
    <>
      <g {...choiceProps(description, onChoose)}>
        <title>{description}</title>
        <rect x={x} y={y} width={width} height={height} rx={2} fill={isMissing ? missing : colour} />
      </g>
      {height > NAME + PADDING && (
        <text {...WORDS_ON_SHAPE} x={x + PADDING} y={y + PADDING + NAME - 1} fontSize={NAME} fontWeight={600} fill={ink}>
          {fittingText(label, room)}
        </text>
      )}
      {height > 2 * NAME + 2 * PADDING && (
        <text {...WORDS_ON_SHAPE} x={x + PADDING} y={y + PADDING + 2 * NAME + 3} fontSize={NAME} fill={ink}>
          {fittingText(value, room)}
        </text>
      )}
    </>
  );
}

function withoutHead({ x, y, width, height }: Rectangle): Rectangle {
  return { x, y: y + HEAD, width, height: Math.max(0, height - HEAD) };
}
