import type { KindPalette } from './options/kind-frame.ts';

/** Hatching for what has no value; `fill` is its address within the drawing. */
export function MissingPattern({ id, palette }: { id: string; palette: KindPalette }) {
  return (
    <defs>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={6} height={6} fill={palette.surface3} />
        <line x1={0} y1={0} x2={0} y2={6} stroke={palette.missing} strokeWidth={1.6} strokeOpacity={0.6} />
      </pattern>
    </defs>
  );
}
