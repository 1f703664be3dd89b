import { SITE_GROUPINGS } from '@solvane/contract/fleet';
import type { GuaranteeResult, SiteAvailabilityWire } from '@solvane/contract/site-results';
import { type AvailabilitySettings, guaranteeName } from '@solvane/contract/widgets/availability';
import { SITE_GROUPING_CHOICES } from '@solvane/contract/widgets/metric-choices';
import { siteGroups } from '@solvane/contract/widgets/site-groups';
import type { WidgetQuery } from '@solvane/contract/widgets/widget-queries';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { TIME_CATEGORIES, type TimeCategory } from '@solvane/energy/events/time-category';
import type { MessageKey } from '@solvane/i18n/messages';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import { siteGroupText } from '../../shared/widgets/site-group-text.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';

export type AvailabilityProps = WidgetProps<
  CommonSettings & AvailabilitySettings,
  Record<string, WidgetQuery<'availability' | 'guarantees'>>
>;

type Basis = 'time' | 'production';

/** One period or site and basis. */
export interface AvailabilityRow {
  id: string;
  label: string;
  basis: Basis;
  /** By time: rating times hours; by production: energy. [kWh] */
  available: number;
  unavailable: number;
  /** null: nothing counts */
  percent: number | null;
  guaranteed: number | null;
  /** Above the guarantee, negative below. */
  points: number | null;
  /** Per currency there is one; null: not known, or several */
  amount: number | null;
  currency: string | null;
  /** What each time category took. [pp] */
  steps: Partial<Record<TimeCategory, number>>;
  missingDays: number;
  /** Sites that have the view, of all of them. */
  have: number;
  of: number;
}

/** Rows in the order of periods or sites; by time before by production. */
export function availabilityRows(props: AvailabilityProps, { intl }: WidgetText): AvailabilityRow[] {
  const { settings, page } = props;
  const bases: Basis[] = settings.basis === 'both' ? ['time', 'production'] : [settings.basis];
  if (settings.by === 'site')
    return page.sites.flatMap((site) =>
      bases.map((basis) => rowOf(props, { id: site.siteId, label: site.name, basis, siteIds: [site.siteId], fromDay: null })),
    );
  const grouping = SITE_GROUPINGS.find((each) => each === settings.by);
  if (grouping)
    return siteGroups(page.sites, grouping).flatMap(({ value, sites }) =>
      bases.map((basis) =>
        rowOf(props, {
          ...{ id: value, label: siteGroupText(value, grouping, intl), basis, fromDay: null },
          siteIds: sites.map(({ siteId }) => siteId),
        }),
      ),
    );
  const siteIds = page.sites.map(({ siteId }) => siteId);
  const days = new Set(siteIds.flatMap((siteId) => resultsOf(props, siteId).map(({ fromDay }) => fromDay)));
  return [...days]
    .sort()
    .flatMap((fromDay) =>
      bases.map((basis) => rowOf(props, { id: fromDay, label: periodLabel(fromDay, props, intl), basis, siteIds, fromDay })),
    );
}

interface Place {
  id: string;
  label: string;
  basis: Basis;
  siteIds: readonly string[];
  /** First day of the period. null: any */
  fromDay: string | null;
}

/** Results of a site. */
export function resultsOf({ data }: Pick<AvailabilityProps, 'data'>, siteId: string): SiteAvailabilityWire[] {
  return (data[siteId]?.items ?? []).flatMap((item) => ('views' in item ? [item] : []));
}

function rowOf(props: AvailabilityProps, { id, label, basis, siteIds, fromDay }: Place): AvailabilityRow {
  const { settings, page } = props;
  const items = siteIds.flatMap((siteId) =>
    resultsOf(props, siteId)
      .filter((item) => fromDay === null || item.fromDay === fromDay)
      .map((item) => ({ siteId, item })),
  );
  const views = items.flatMap(({ siteId, item }) => {
    const view = item.views.find((each) => each.name === settings.view && each.basis === basis);
    return view && view.available + view.unavailable > 0 ? [{ siteId, view }] : [];
  });
  const available = sum(views.map(({ view }) => view.available));
  const unavailable = sum(views.map(({ view }) => view.unavailable));
  const whole = available + unavailable;
  const percent = whole > 0 ? (100 * available) / whole : null;
  const promised = promises(props, { basis, siteIds, fromDay });
  const guaranteed = guaranteeOf(promised, views);
  const currencies = [...new Set(promised.map(({ siteId }) => page.sites.find((site) => site.siteId === siteId)?.currency ?? null))];
  const amounts = promised.flatMap(({ result }) => result.amount ?? []);
  return {
    ...{ id, label, basis, available, unavailable, percent, guaranteed },
    points: percent === null || guaranteed === null ? null : percent - guaranteed,
    amount: amounts.length > 0 && currencies.length === 1 ? sum(amounts) : null,
    currency: currencies.length === 1 ? (currencies[0] ?? null) : null,
    steps: stepsOf(views.map(({ view }) => view)),
    missingDays: sum(items.map(({ item }) => item.missingDays)),
    have: new Set(views.map(({ siteId }) => siteId)).size,
    of: siteIds.length,
  };
}

type SiteView = SiteAvailabilityWire['views'][number];

/** Points of sites weigh what their percentages are of; adding up to what is missing to 100 %. */
function stepsOf(views: readonly SiteView[]): AvailabilityRow['steps'] {
  const whole = sum(views.map(({ available, unavailable }) => available + unavailable));
  const amounts = new Map<TimeCategory, number>();
  for (const { available, unavailable, steps } of views)
    for (const { category, points } of steps) amounts.set(category, (amounts.get(category) ?? 0) + points * (available + unavailable));
  return Object.fromEntries([...amounts].map(([category, amount]) => [category, amount / whole]));
}

interface Promised {
  siteId: string;
  result: GuaranteeResult;
}

function promises(
  { settings, data }: AvailabilityProps,
  { basis, siteIds, fromDay }: Pick<Place, 'basis' | 'siteIds' | 'fromDay'>,
): Promised[] {
  return siteIds.flatMap((siteId) =>
    (data[guaranteeName(siteId)]?.items ?? []).flatMap((result) => {
      if (!('guaranteedPercent' in result) || result.view !== settings.view || result.basis !== basis) return [];
      return fromDay === null || result.fromDay === fromDay ? [{ siteId, result }] : [];
    }),
  );
}

/** Guarantees of several sites weigh what their percentages are of. null: a site that counts has none */
function guaranteeOf(promised: readonly Promised[], views: readonly { siteId: string; view: SiteView }[]): number | null {
  const weighted = views.map(({ siteId, view }) => ({
    percent: promised.find((each) => each.siteId === siteId)?.result.guaranteedPercent,
    weight: view.available + view.unavailable,
  }));
  if (weighted.length === 0 || weighted.some(({ percent }) => percent === undefined)) return null;
  return sum(weighted.map(({ percent = 0, weight }) => percent * weight)) / sum(weighted.map(({ weight }) => weight));
}

function periodLabel(fromDay: string, { settings, page }: AvailabilityProps, { formatDate }: WidgetText['intl']): string {
  const day = Date.parse(fromDay);
  if (settings.by === 'month') return formatDate(day, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  if (settings.by === 'day') return formatDate(day, { day: '2-digit', month: 'short', timeZone: 'UTC' });
  const last = formatDate(page.period.endMs - 1, { dateStyle: 'medium', timeZone: page.zone });
  return `${formatDate(day, { dateStyle: 'medium', timeZone: 'UTC' })} – ${last}`;
}

/** Categories that took anything, in the order of the standard. */
export function categoriesIn(rows: readonly AvailabilityRow[]): TimeCategory[] {
  return TIME_CATEGORIES.filter((category) => rows.some(({ steps }) => (steps[category] ?? 0) !== 0));
}

function headOf(by: AvailabilitySettings['by']): MessageKey {
  if (by === 'site') return 'Widget_Column_Site';
  return by === 'period' || by === 'day' || by === 'month' ? 'Widget_Column_Period' : SITE_GROUPING_CHOICES[by];
}

/** What the contracts call the view, where all of those that name it call it the same; else its own name. */
export function viewLabel(props: AvailabilityProps, { formatMessage }: WidgetText['intl']): string {
  const { view: name } = props.settings;
  const items = props.page.sites.flatMap(({ siteId }) => resultsOf(props, siteId));
  const labels = new Set(items.flatMap(({ views }) => views.flatMap((view) => (view.name === name && view.label ? [view.label] : []))));
  const [label] = labels;
  return label !== undefined && labels.size === 1 ? label : formatMessage({ id: `Availability_View_${name}` });
}

export function availabilityTable(props: AvailabilityProps, text: WidgetText): WidgetTable {
  const { formatMessage } = text.intl;
  const rows = availabilityRows(props, text);
  const categories = categoriesIn(rows);
  const hasGuarantee = rows.some(({ guaranteed }) => guaranteed !== null);
  const nothing = formatMessage({ id: 'MetricReason_nothingCounted' });
  const view = viewLabel(props, text.intl);
  return {
    columns: [
      { id: 'name', header: formatMessage({ id: headOf(props.settings.by) }) },
      { id: 'view', header: formatMessage({ id: 'Availability_View' }) },
      { id: 'basis', header: formatMessage({ id: 'Availability_Basis' }) },
      { id: 'available', header: formatMessage({ id: 'Availability_Column_Available' }), unit: 'kWh' },
      { id: 'unavailable', header: formatMessage({ id: 'Availability_Column_Unavailable' }), unit: 'kWh' },
      { id: 'percent', header: formatMessage({ id: 'Availability_Column_Availability' }), unit: '%' },
      ...(hasGuarantee
        ? [
            { id: 'guaranteed', header: formatMessage({ id: 'Availability_Column_Guarantee' }), unit: '%' },
            { id: 'points', header: formatMessage({ id: 'Availability_Column_Points' }), unit: 'pp' },
            { id: 'amount', header: formatMessage({ id: 'Availability_Column_Amount' }), unit: '' },
            { id: 'currency', header: formatMessage({ id: 'Availability_Column_Currency' }) },
          ]
        : []),
      ...categories.map((category) => ({ id: category, header: formatMessage({ id: `TimeCategory_${category}` }), unit: 'pp' })),
      { id: 'missingDays', header: formatMessage({ id: 'Availability_Column_MissingDays' }), unit: '' },
    ],
    rows: rows.map(({ id, label, basis, percent, steps, have, of, ...row }) => ({
      id: `${id} ${basis}`,
      values: {
        ...{ name: label, percent, ...row },
        view,
        basis: formatMessage({ id: `Availability_Basis_${basis}` }),
        ...Object.fromEntries(categories.map((category) => [category, steps[category] ?? 0])),
      },
      reason: percent === null ? nothing : have < of ? formatMessage({ id: 'Widget_HaveOf' }, { have, of }) : undefined,
    })),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
