/** How lines over time are drawn. */
export const PLOT_SHAPES = ['line', 'step', 'area', 'bars', 'stacked'] as const;
export type PlotShape = (typeof PLOT_SHAPES)[number];

/** What lines of one colour have in common. */
export const COLOURS_BY = ['device', 'signal'] as const;

/** Attributes of sites, by their names in metadata, that devices are put together by. */
export const SITE_ATTRIBUTES = ['country', 'plantOperator', 'portfolio', 'operatingRegion'] as const;
export type SiteAttribute = (typeof SITE_ATTRIBUTES)[number];
