import { lazy } from 'react';

const picture = () => import('./widget-picture.tsx');

/** Loaded with the first picture or table: Home draws neither at first. */
export const WidgetCharts = lazy(async () => ({ default: (await picture()).WidgetCharts }));
export const WidgetTwin = lazy(async () => ({ default: (await picture()).WidgetTwin }));
