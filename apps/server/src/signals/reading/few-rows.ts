/**
 * Behind a statement that reads few rows: several threads take longer to come together than one of them takes to read, and the older of the engine's two
 * planners needs half a millisecond less.
 */
export const FEW_ROWS = 'settings max_threads = 1, enable_analyzer = 0';
