import { barOption } from '@solvane/charts/options/bar';
import type { ResponseOf } from '@solvane/contract/endpoint';
import type { Site } from '@solvane/contract/fleet';
import type { metricValueEndpoints } from '@solvane/contract/metric-values';
import { dayStart, localDay } from '@solvane/energy/time/local-day';
import { measuredNumberText } from '@solvane/i18n/number-text';
import { Facts } from '@solvane/ui/facts';
import { Section } from '@solvane/ui/section';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { KindChart } from '../../shared/charts/kind-chart.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import type { BudgetMonth } from './budget-draft.ts';
import classes from './budgets.module.css';

type Actuals = ResponseOf<typeof metricValueEndpoints.values>;

interface BudgetChartProps {
  site: Site;
  year: number;
  items: readonly BudgetMonth[];
  query: UseQueryResult<Actuals>;
}

/** The budget as it is edited against what was produced, and the year to date. */
export function BudgetChart({ site, year, items, query }: BudgetChartProps) {
  const { formatMessage } = useIntl();
  return (
    <Section
      title={formatMessage({ id: 'Budgets_Chart' }, { year: String(year) })}
      detail={formatMessage({ id: 'Budgets_Chart_Detail' })}
      isFramed
    >
      <QueryView query={query}>{({ totals }) => <Comparison site={site} year={year} items={items} rows={totals} />}</QueryView>
    </Section>
  );
}

interface ComparisonProps extends Omit<BudgetChartProps, 'query'> {
  rows: Actuals['totals'];
}

function Comparison({ site, year, items, rows }: ComparisonProps) {
  const { formatMessage, formatDate, formatNumber, locale } = useIntl();
  const zone = site.metadata.timezone ?? 'UTC';
  const months = useMemo(
    () =>
      Array.from({ length: 12 }, (_, i) => {
        const startMs = dayStart(localDay(year, i + 1, 1), zone);
        const actual = rows.find(({ metricId, bucketMs }) => metricId === 'energy' && bucketMs === startMs);
        const budget = items.find((item) => item.year === year && item.month === i + 1)?.energy;
        return {
          label: formatDate(Date.UTC(year, i, 15), { month: 'short', timeZone: 'UTC' }),
          isOver: (i === 11 ? dayStart(localDay(year + 1, 1, 1), zone) : dayStart(localDay(year, i + 2, 1), zone)) <= Date.now(),
          actual: actual?.value == null ? null : actual.value / 1_000,
          budget: typeof budget === 'number' ? budget : null,
        };
      }),
    [rows, items, year, zone, formatDate],
  );
  const both = months.filter(({ isOver, actual, budget }) => isOver && actual !== null && budget !== null);
  const sum = (of: 'actual' | 'budget') => both.reduce((total, month) => total + (month[of] ?? 0), 0);
  const [actual, budget] = [sum('actual'), sum('budget')];
  const hasData = months.some((month) => month.actual !== null || month.budget !== null);
  const build = useMemo(
    () => (palette: Parameters<typeof barOption>[0]['palette']) =>
      barOption({
        ...{ palette, locale, unit: 'MWh' },
        categories: months.map(({ label }) => label),
        series: [{ name: formatMessage({ id: 'Budgets_Actual' }), values: months.map((month) => month.actual) }],
        expected: months.map((month) => month.budget),
      }),
    [months, locale, formatMessage],
  );
  if (!hasData) return <p className={classes.none}>{formatMessage({ id: 'Budgets_Chart_None' }, { year: String(year) })}</p>;
  const isNone = both.length === 0;
  const reason = formatMessage({ id: 'Budgets_Chart_NoMonth' });
  const known = (text: string) => (isNone ? { value: undefined, reason } : { value: text });
  const percent = budget > 0 ? (100 * (actual - budget)) / budget : Number.NaN;
  return (
    <div className={classes.chart}>
      <div className={classes.picture}>
        <KindChart label={formatMessage({ id: 'Budgets_Chart_Label' }, { site: site.name, year: String(year) })} build={build} />
      </div>
      <Facts
        layout="grid"
        isNumeric
        facts={[
          {
            label: formatMessage({ id: 'Budgets_Actual' }),
            ...known(measuredNumberText(actual, locale)),
            unit: 'MWh',
            detail: formatMessage({ id: 'Budgets_Months' }, { count: both.length }),
          },
          { label: formatMessage({ id: 'Budgets_OfMonths' }), ...known(measuredNumberText(budget, locale)), unit: 'MWh' },
          {
            label: formatMessage({ id: 'Budgets_Difference' }),
            ...(Number.isNaN(percent) && !isNone
              ? { value: undefined, reason: formatMessage({ id: 'Budgets_Zero' }) }
              : known(
                  formatNumber(percent, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }).replace(
                    '-',
                    '\u2212',
                  ),
                )),
            unit: '%',
          },
        ]}
      />
    </div>
  );
}
