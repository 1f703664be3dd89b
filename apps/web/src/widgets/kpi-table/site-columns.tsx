import type { MessageKey } from '@solvane/i18n/messages';
import { decimalText } from '@solvane/i18n/number-text';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { SiteMark } from '../../shared/events/site-mark.tsx';
import type { FleetMonth } from '../../shared/fleet/fleet-month.ts';
import { isShort, type SiteReasons } from '../../shared/fleet/fleet-now.ts';
import { costText, difference, losesPower, megawatts, percent } from '../../shared/fleet/fleet-text.ts';
import { devicesText, gapsTitle, hasGaps, isIncomplete } from '../../shared/fleet/month-gaps.ts';
import { PowerBar } from '../../shared/fleet/power-bar.tsx';
import { ageText } from '../../shared/time/age-text.ts';
import { type Figure, figureColumn, figureContent } from '../../shared/widgets/figure-column.tsx';
import { metricReason } from '../../shared/widgets/metric-text.ts';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import { OpenEvents, SiteName, type SiteRow } from './site-cells.tsx';

/** Columns of the present and, where it is known, of the month; its budget only where a site has one. */
export function siteColumns(
  { month, rows }: { month: FleetMonth | null; rows: readonly SiteRow[] },
  { intl, noValueText }: WidgetText,
): DataColumn<SiteRow>[] {
  const { formatMessage, formatTime, locale } = intl;
  // Most sites lack the same for the same reason, and are in one of a few time zones.
  const reasonText = keptTexts((codes: readonly string[], ageMs: number | null) =>
    noValueText(codes, { age: ageText(ageMs, formatMessage) }),
  );
  const localTime = keptTexts((nowMs: number, timeZone: string) =>
    formatMessage(
      { id: 'Home_LocalTime' },
      { time: formatTime(nowMs, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }) },
    ),
  );
  const whyNot =
    ({ reasons, age }: SiteRow, name: keyof SiteReasons) =>
    () =>
      reasonText(reasons[name], age.ageMs);
  const number = (id: string, head: MessageKey, width: number, of: (row: SiteRow) => Figure) =>
    figureColumn({ id, header: formatMessage({ id: head }), width, of, fits: OTHER_TEXTS.includes(id) ? undefined : rows });
  const ofMonth = (id: string, head: MessageKey, width: number, name: 'availability' | 'againstExpected' | 'againstBudget') =>
    number(id, head, width, ({ figures }) => ({
      value: figures?.[name],
      factor: 100,
      text: (share) => (name === 'availability' ? percent(share, locale) : difference(share, locale)),
      reason: () => noValueText(figures?.reasons[name] ?? ['notComputed']),
      lacks: name === 'againstExpected' && figures && hasGaps(figures.gaps) ? () => gapsTitle(figures.gaps, intl) : undefined,
      tone: name !== 'availability' && isShort(figures?.[name] ?? null) ? 'danger' : undefined,
    }));
  const losing = (row: SiteRow) => (losesPower(row) ? 'strong' : undefined);
  const cost = (row: SiteRow): Figure => ({
    value: row.cost?.perHour,
    text: () => (row.cost ? costText(row.cost, locale) : ''),
    reason: whyNot(row, 'cost'),
    lacks: row.cost?.isPartial ? () => formatMessage({ id: 'EventLosses_Unpriced_Help' }) : undefined,
    tone: losing(row),
  });
  const share = (row: SiteRow) =>
    figureContent({ value: row.share, text: (value) => `${percent(value, locale)}\u202f%`, reason: whyNot(row, 'share') });
  const columns: DataColumn<SiteRow>[] = [
    {
      id: 'state',
      header: formatMessage({ id: 'Home_Column_State' }),
      isHeadHidden: true,
      width: 30,
      isShort: true,
      card: 'mark',
      cell: (row) => <SiteMark site={row} />,
    },
    {
      id: 'site',
      header: formatMessage({ id: 'Home_Column_Site' }),
      isRowHeader: true,
      width: 132,
      minWidth: 120,
      // A long name is cut within its cell.
      isShort: true,
      card: 'title',
      value: ({ site }) => site.name,
      cell: (row) => {
        const { timezone } = row.site.metadata;
        return <SiteName row={row} localTime={timezone === null ? undefined : localTime(row.nowMs, timezone)} />;
      },
    },
    {
      ...number('power', 'Home_Column_PowerNow', 60, (row) => ({
        value: row.powerKw,
        factor: 1e-3,
        text: (kw) => megawatts(kw, locale),
        reason: whyNot(row, 'power'),
        lacks: isIncomplete(row.powerDevices) ? () => devicesText(row.powerDevices, intl) ?? undefined : undefined,
      })),
      card: 'subtitle',
      cardCell: ({ powerKw, ratedPowerKw }) =>
        formatMessage({ id: 'Home_PowerOfRating' }, { power: megawatts(powerKw, locale), rating: megawatts(ratedPowerKw, locale) }),
    },
    {
      id: 'ofRating',
      header: formatMessage({ id: 'Home_Column_OfRating' }),
      width: 78,
      isShort: true,
      card: 'line',
      value: (row) => (row.share === null ? null : row.share * 100),
      cell: (row) => <PowerBar row={row} />,
    },
    number('againstExpected', 'Home_Column_AgainstExpected', 66, (row) => ({
      value: row.againstExpected,
      factor: 100,
      text: (against) => difference(against, locale),
      reason: whyNot(row, 'againstExpected'),
      tone: isShort(row.againstExpected) ? 'danger' : undefined,
    })),
    number('losing', 'Home_Column_Losing', 72, (row) => ({
      value: row.losingKw,
      factor: 1e-3,
      text: (kw) => megawatts(kw, locale),
      reason: whyNot(row, 'losing'),
      lacks: isUnexplained(row)
        ? () => formatMessage({ id: 'Home_Losing_Unexplained' }, { power: megawatts(row.unexplainedKw, locale) })
        : undefined,
      tone: losing(row),
    })),
    {
      ...number('cost', 'Home_Column_Cost', 80, cost),
      card: 'value',
      cardCell: (row) => (row.cost ? formatMessage({ id: 'Home_PerHour' }, { cost: costText(row.cost, locale) }) : share(row)),
    },
    {
      id: 'openEvents',
      header: formatMessage({ id: 'Home_Column_OpenEvents' }),
      width: 88,
      value: ({ openEvents }) => openEvents,
      cell: (row) => (row.openEvents === null ? <ReasonedValue reason={whyNot(row, 'openEvents')()} /> : <OpenEvents row={row} />),
    },
    ...(month
      ? [
          ofMonth('availability', 'Home_Column_Availability', 56, 'availability'),
          ofMonth('month-againstExpected', 'Home_Column_EnergyAgainstExpected', 88, 'againstExpected'),
        ]
      : []),
    ...(month?.hasBudget ? [ofMonth('month-againstBudget', 'Home_Column_EnergyAgainstBudget', 88, 'againstBudget')] : []),
    {
      ...number('age', 'Home_Column_Age', 72, ({ age }) => ({
        value: age.ageMs ?? Number.MAX_VALUE,
        factor: 1 / 60_000,
        text: () => ageText(age.ageMs, formatMessage),
        reason: () => undefined,
        tone: age.isStale ? 'warn' : 'muted',
      })),
      card: 'meta',
    },
    number('data', 'KpiTable_Column_Data', 64, ({ validData }) => ({
      value: validData?.value,
      text: (share) => decimalText(share, { digits: 1, locale }),
      reason: () => (validData ? metricReason(validData, intl) : undefined),
      tone: (validData?.value ?? LEAST_DATA) < LEAST_DATA ? 'danger' : undefined,
    })),
    {
      id: 'country',
      header: formatMessage({ id: 'Attribute_country' }),
      width: 72,
      value: ({ site }) => site.metadata.country,
    },
  ];
  return columns.map((column) => {
    const givesWay = LEFT_OUT_FIRST.indexOf(column.id);
    return givesWay === -1 ? column : { ...column, givesWay };
  });
}

/** Where the columns do not fit: what is lost now, and whether it can be trusted, stays. */
const LEFT_OUT_FIRST = ['country', 'month-againstBudget', 'month-againstExpected', 'availability', 'data', 'ofRating', 'age'];

/** The same texts are formed once. */
function keptTexts<Of extends readonly unknown[], Text extends string | undefined>(textOf: (...of: Of) => Text): (...of: Of) => Text {
  const kept = new Map<string, Text>();
  return (...of) => {
    const key = of.join('\n');
    if (!kept.has(key)) kept.set(key, textOf(...of));
    return kept.get(key) as Text;
  };
}

/** Their longest text is not that of the greatest number: units and currencies differ. */
const OTHER_TEXTS = ['age', 'cost'];

/** Of the values of the period that should be valid. [%] */
const LEAST_DATA = 95;

/** What is missing beyond the losses of open events is worth a word where it is more than they lose. */
function isUnexplained({ unexplainedKw, losingKw }: SiteRow): boolean {
  return unexplainedKw > 0 && unexplainedKw > (losingKw ?? 0);
}
