import { FIRST_TIME_MS } from './sql/point-tables.ts';

const DAY_MS = 86_400_000;

/** What lies before is a broken clock. The store begins two days earlier, so that local days around a first point still fit into it. */
export const EARLIEST_MS = FIRST_TIME_MS + 2 * DAY_MS;

/** No quantity of a plant comes near it, and squares, sums and conversions of smaller ones stay finite. */
export const LARGEST_VALUE = 1e100;
