import type { MappingDraft } from '@solvane/contract/data-import';

/** A table of texts whose columns are not known yet: what the whole file says about them, in the lane of work that delays no screen. */
export interface UnknownTable {
  /** How many cells of the columns write a number in each way. */
  countNumberTexts(columns: readonly string[]): Promise<Record<NumberText, number>>;
  /** One profile per column, in their order. */
  profileColumns(columns: readonly string[], style: NumberStyle): Promise<ColumnProfile[]>;
  /** What the values of each name of a file with one value per row are. */
  profileNames(columns: NamedValues): Promise<Map<string, ColumnProfile>>;
  /** Different texts of a column in their order; at most one more than `most`. */
  readDistinct(column: string, most: number): Promise<string[]>;
  /** Any text of `column` per text of `nameColumn`. */
  readTextOfNames(columns: { nameColumn: string; column: string }): Promise<Map<string, string>>;
  /** About how many pairs of a time and a text of each column there are among so many rows. */
  countPairs(time: Omit<TimeCells, 'format'>, columns: readonly string[]): Promise<{ rows: number; pairs: number[] }>;
  /** Dates of the form 1/2/2022, each once. @param firstLine - of the first row */
  readDates(column: string, firstLine: number): Promise<WrittenDate[]>;
  /** @param owners - columns that tell series apart which share a time */
  profileTimes(time: TimeCells, owners: readonly string[]): Promise<TimeProfile>;
  /** How far the times lie behind the grid of an interval, the most frequent distance first. */
  profileGrid(time: TimeCells, intervalMs: number): Promise<{ behindMs: number; share: number }[]>;
  /** Rises and falls between neighbouring values of a column, or of one name, in the order of their times. */
  countSteps(query: StepQuery): Promise<{ rises: number; falls: number }>;
}

export type NumberText = 'commas' | 'points' | 'commaThousands' | 'groupedByPoint' | 'groupedByComma' | 'groupedBySpace';

/** How the file writes numbers. */
export interface NumberStyle {
  decimalComma: boolean;
  thousands: string | undefined;
}

/** What a column of the whole file holds. */
export interface ColumnProfile {
  /** Cells that hold anything. */
  filled: number;
  numbers: number;
  /** About. */
  distinct: number;
  /** Of its numbers; NaN: it has none. */
  min: number;
  max: number;
  low: number;
  median: number;
  high: number;
}

export interface NamedValues {
  nameColumn: string;
  valueColumn: string;
  style: NumberStyle;
}

export interface TimeCells {
  column: string;
  /** Column of the time of day. */
  clock?: string | undefined;
  format: MappingDraft['time']['format'];
}

/** Dates as a file writes them, each once: two numbers of which one is the day and the other the month, the year, and the line where they first occur. */
export interface WrittenDate {
  first: number;
  second: number;
  year: number;
  line: number;
}

/** How the times of the whole file follow each other. */
export interface TimeProfile {
  rows: number;
  /** Rows whose time can be read. */
  timed: number;
  /** Different times of one device. */
  distinct: number;
  firstMs: number;
  lastMs: number;
  /** Distance of neighbouring times of one device and how often it occurs, the most frequent first. */
  steps: { stepMs: number; count: number }[];
}

export interface StepQuery {
  time: TimeCells;
  owners: readonly string[];
  valueColumn: string;
  /** Only rows with this text. */
  name?: { column: string; text: string } | undefined;
  style: NumberStyle;
}
