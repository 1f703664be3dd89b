import { TIME_CATEGORIES, type TimeCategory } from '../events/time-category.ts';

/** What time of a category counts as: available, unavailable, excluded, or a share of 1 that is available. */
export type SheetCell = 'A' | 'U' | 'X' | number;

/** Definition of an availability: what each time category counts as. */
export type AvailabilitySheet = Readonly<Record<TimeCategory, SheetCell>>;

/** The three views every contract begins with; custom sheets are free. */
export const STANDARD_VIEWS = ['Total', 'Technical', 'Operational'] as const;
export type StandardView = (typeof STANDARD_VIEWS)[number];

export type AvailabilityBasis = 'time' | 'production';

/**
 * Total: everything that stops production counts. Operational: outside causes are not held against the operator. Technical: only own faults
 * are held against the manufacturer.
 */
const TIME_SHEETS: Record<StandardView, AvailabilitySheet> = {
  Total: sheet('A A A U A U U U U U U U U X'),
  Operational: sheet('A A A U A A A A U U U U X X'),
  Technical: sheet('A A A A A A A A X U U X X X'),
};

export interface SheetChoice {
  view: StandardView;
  basis: AvailabilityBasis;
  /** Darkness is no merit of a PV plant: its low-resource time is left out unless a contract says otherwise. */
  isSolar: boolean;
}

/**
 * The standard sheet of a view, as a contract begins with it; every cell may be changed.
 *
 * @param choice - view, basis and kind of plant
 * @returns cells by time category; by production, partial performance counts with what it lost
 * @see the informative views of IEC 61400-26-1
 */
export function standardSheet({ view, basis, isSolar }: SheetChoice): AvailabilitySheet {
  return {
    ...TIME_SHEETS[view],
    ...(basis === 'production' && { PP: 'U' as const }),
    ...(isSolar && { LR: 'X' as const }),
  };
}

/**
 * Share of a cell that counts as available.
 *
 * @param cell - of a sheet
 * @returns 0 to 1; NaN for excluded cells
 */
export function availableShare(cell: SheetCell): number {
  if (typeof cell === 'number') return cell;
  return { A: 1, U: 0, X: Number.NaN }[cell];
}

function sheet(cells: string): AvailabilitySheet {
  const letters = cells.split(' ');
  const of = (category: TimeCategory): SheetCell => {
    const letter = letters[TIME_CATEGORIES.indexOf(category)];
    return letter === 'A' || letter === 'U' ? letter : 'X';
  };
  return {
    FP: of('FP'),
    PP: of('PP'),
    RS: of('RS'),
    TS: of('TS'),
    LR: of('LR'),
    EN: of('EN'),
    RQ: of('RQ'),
    GE: of('GE'),
    SM: of('SM'),
    PCA: of('PCA'),
    FO: of('FO'),
    SU: of('SU'),
    FM: of('FM'),
    IU: of('IU'),
  };
}
