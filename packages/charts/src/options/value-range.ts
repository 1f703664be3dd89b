/** Ends of a value axis; null: as the values need. */
export interface ValueRange {
  min: number | null;
  max: number | null;
}

export const FREE_RANGE: ValueRange = { min: null, max: null };

interface Ends {
  min: number;
  max: number;
}

/** The axis moved by a part of its height. */
export function movedRange({ min, max }: Ends, share: number): Ends {
  const by = (max - min) * share;
  return { min: min + by, max: max + by };
}

/** The axis zoomed around a value: below 1 closer, above 1 further away. */
export function zoomedRange({ min, max }: Ends, around: number, factor: number): Ends {
  return { min: around - (around - min) * factor, max: around + (max - around) * factor };
}

/** Ends with the digits that can be told apart on the axis. */
export function tidyRange({ min, max }: Ends): Ends {
  const step = 10 ** (Math.floor(Math.log10(max - min)) - 3);
  const tidy = (value: number): number => Number((Math.round(value / step) * step).toPrecision(12));
  return { min: tidy(min), max: tidy(max) };
}
