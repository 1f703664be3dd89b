/** Pictures of the chosen signals. All but the first are the widgets of dashboards, with the selection of this screen. */
export const STUDIO_KINDS = [
  'timeSeries',
  'scatter',
  'heatMap',
  'hourDay',
  'histogram',
  'duration',
  'box',
  'windRose',
  'powerCurve',
] as const;
export type StudioKind = (typeof STUDIO_KINDS)[number];
