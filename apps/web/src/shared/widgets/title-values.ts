import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { TitleValues } from '@solvane/contract/widgets/widget-title';
import { periodText } from '@solvane/i18n/period-text';
import type { WidgetText } from './widget-table.ts';

const MOST_NAMES = 3;

/** Values of the placeholders of titles that a page has for every widget. */
export function pageTitleValues(
  { sites, enterprises = [], period, zone, nowMs }: WidgetPage,
  { intl }: Pick<WidgetText, 'intl'>,
): TitleValues {
  const { formatMessage, formatDate, locale } = intl;
  const day = (instantMs: number) => formatDate(instantMs, { dateStyle: 'medium', timeZone: zone });
  const names = sites.map(({ name }) => name);
  const of = (values: readonly (string | null | undefined)[]) => namesText([...new Set(values.filter((value) => value != null))]);
  return {
    site: sites.length === 1 ? (names[0] ?? '') : formatMessage({ id: 'Widget_Sites' }, { count: sites.length }),
    sites: namesText(names),
    siteCount: String(sites.length),
    enterprise: of(sites.map(({ enterpriseId }) => enterprises.find(({ id }) => id === enterpriseId)?.name)),
    portfolio: of(sites.map(({ metadata }) => metadata.portfolio)),
    country: of(sites.map(({ metadata }) => metadata.country)),
    energyType: of(sites.map(({ metadata }) => metadata.energyType && formatMessage({ id: `EnergyType_${metadata.energyType}` }))),
    period: periodText(period, { locale, timeZone: zone, nowMs }),
    from: day(period.startMs),
    to: day(period.endMs - 1),
    timezone: zone,
  };
}

function namesText(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  return [...names.slice(0, MOST_NAMES), ...(rest > 0 ? [`+${rest}`] : [])].join(', ');
}
