/**
 * Behind a statement that reads few rows: several threads take longer to come together than one of them takes to read, and the older of the engine's two
 * planners needs half a millisecond less.
 */
export const FEW_ROWS = 'settings max_threads = 1, enable_analyzer = 0';

/**
 * Behind a statement that reads ranges of many series: left to itself, one thread reads all of 160,000 rows while the other cores wait. With the older
 * planner, 100 series x 30 days of hours take 9 ms in place of 12.
 */
export const MANY_RANGES =
  'settings merge_tree_min_rows_for_concurrent_read = 16384, merge_tree_min_bytes_for_concurrent_read = 1, enable_analyzer = 0';
