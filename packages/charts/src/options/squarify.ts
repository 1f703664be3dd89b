export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Rectangles whose areas are in proportion to sizes, as near to squares as their order allows (Bruls, Huizing, van Wijk: Squarified Treemaps, 2000).
 *
 * @param sizes - positive, largest first
 * @param within - what they fill
 * @returns one for each size, in its order
 */
export function squarify(sizes: readonly number[], within: Rectangle): Rectangle[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const scale = total > 0 ? (within.width * within.height) / total : 0;
  const areas = sizes.map((size) => size * scale);
  const placed: Rectangle[] = [];
  let free = within;
  while (placed.length < areas.length) {
    const row = nextRow(areas.slice(placed.length), Math.min(free.width, free.height));
    const { rectangles, rest } = placeRow(row, free);
    placed.push(...rectangles);
    free = rest;
  }
  return placed;
}

/** As many as make the worst of them less oblong; at least one. */
function nextRow(areas: readonly number[], side: number): number[] {
  const row: number[] = [];
  for (const area of areas) {
    if (row.length > 0 && worst([...row, area], side) > worst(row, side)) break;
    row.push(area);
  }
  return row;
}

/** Ratio of the sides of the most oblong one in a row along a side. */
function worst(row: readonly number[], side: number): number {
  const sum = row.reduce((total, area) => total + area, 0);
  if (sum === 0 || side === 0) return Number.POSITIVE_INFINITY;
  return Math.max((side ** 2 * Math.max(...row)) / sum ** 2, sum ** 2 / (side ** 2 * Math.min(...row)));
}

/** A row along the shorter side, and what stays free. */
function placeRow(row: readonly number[], { x, y, width, height }: Rectangle): { rectangles: Rectangle[]; rest: Rectangle } {
  const sum = row.reduce((total, area) => total + area, 0);
  const isUpright = width >= height;
  const depth = (isUpright ? height : width) > 0 ? sum / (isUpright ? height : width) : 0;
  let at = 0;
  const rectangles = row.map((area) => {
    const length = depth > 0 ? area / depth : 0;
    const rectangle = isUpright ? { x, y: y + at, width: depth, height: length } : { x: x + at, y, width: length, height: depth };
    at += length;
    return rectangle;
  });
  const rest = isUpright
    ? { x: x + depth, y, width: Math.max(0, width - depth), height }
    : { x, y: y + depth, width, height: Math.max(0, height - depth) };
  return { rectangles, rest };
}
