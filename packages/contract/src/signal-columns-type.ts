/** Asked for with `Accept`: the response to `signals.values` as columns of doubles. */
export const SIGNAL_COLUMNS_TYPE = 'application/vnd.solvane.columns';
