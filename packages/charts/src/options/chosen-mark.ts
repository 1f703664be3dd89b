/** What was clicked in a chart. */
export interface ChosenMark {
  /** The name of a row or category instead of a mark. */
  isName: boolean;
  /** Id of the series, as its builder gave it. */
  seriesId: string;
  /** Position in the data of the series, or among the names. */
  index: number;
  /** The datum itself. */
  value: unknown;
  /** Pressed with Ctrl or Cmd: what it leads to opens in a tab of its own. */
  inNewTab: boolean;
}
