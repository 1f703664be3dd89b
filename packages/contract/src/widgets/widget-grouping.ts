import { z } from 'zod';
import { SITE_GROUPINGS } from '../fleet.ts';
import type { WidgetField } from './widget-settings.ts';

const GROUP_BY_NAMES = {
  none: 'DevicePanel_Grouping_none',
  country: 'DevicePanel_Grouping_country',
  energyType: 'DevicePanel_Grouping_energyType',
  plantOperator: 'DevicePanel_Grouping_plantOperator',
  portfolio: 'DevicePanel_Grouping_portfolio',
  siteTimezone: 'DevicePanel_Grouping_siteTimezone',
  operatingRegion: 'DevicePanel_Grouping_operatingRegion',
} as const;

/** Attribute by which sites stand together. */
export const GROUP_BY_SHAPE = { groupBy: z.enum(['none', ...SITE_GROUPINGS]).default('none') };
export const GROUP_BY_FIELD = {
  name: 'groupBy',
  label: 'DevicePanel_Grouping',
  choices: GROUP_BY_NAMES,
} as const satisfies WidgetField<'groupBy'>;
