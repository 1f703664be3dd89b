import { ENERGY_TYPES } from '@solvane/contract/fleet';
import type { WidgetText } from './widget-table.ts';

/** What sites share, in the language of the user. @param groupBy - the attribute that it is a value of */
export function siteGroupText(value: string, groupBy: string, { formatMessage }: WidgetText['intl']): string {
  if (value === '') return formatMessage({ id: 'Widget_Group_NotSet' });
  const energyType = groupBy === 'energyType' ? ENERGY_TYPES.find((type) => type === value) : undefined;
  return energyType ? formatMessage({ id: `EnergyType_${energyType}` }) : value;
}
