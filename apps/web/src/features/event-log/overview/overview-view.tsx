import { CalendarChart } from '@solvane/charts/calendar-chart';
import { TrendChart } from '@solvane/charts/trend-chart';
import { EVENT_MEASURES, type EventGroup, type EventMeasure } from '@solvane/contract/event-overview';
import type { EventTotals } from '@solvane/contract/events';
import { offsetMsAt } from '@solvane/energy/time/zone';
import { decimalText } from '@solvane/i18n/number-text';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { Segments } from '../../../shared/controls/segments.tsx';
import { eventGroupsQuery } from '../../../shared/events/event-groups.queries.ts';
import { hoursText } from '../../../shared/events/event-text.ts';
import { ErrorState } from '../../../shared/states/error-state.tsx';
import { useViewZone } from '../../../workspace/fleet/use-view-zone.ts';
import { EmptyLog } from '../empty-log.tsx';
import frame from '../event-log.module.css';
import type { EventLogSearch } from '../event-log-search.ts';
import { withTokens } from '../filters/query-tokens.ts';
import { EnergySum, RevenueSum } from '../partial-sum.tsx';
import type { EventQuery } from '../use-event-query.ts';
import { useSumCurrency } from '../use-sum-currency.ts';
import { GroupPareto } from './group-pareto.tsx';
import classes from './overview.module.css';
import { daysBefore, measureOf, trendBins } from './trend-bins.ts';

interface OverviewViewProps {
  eventQuery: EventQuery;
  search: EventLogSearch;
  onSearch: (patch: Partial<EventLogSearch>) => void;
  totals: EventTotals | undefined;
}

const MOST_DAYS = 2_000;
const UNITS: Readonly<Record<EventMeasure, string>> = { lostEnergy: 'MWh', duration: 'h', count: '' };

/** What the result is made of: by code, category and device, and by day. Every bar opens the log with its events. */
export function OverviewView({ eventQuery, search, onSearch, totals }: OverviewViewProps) {
  const { formatMessage, formatDate, locale } = useIntl();
  const [measure, setMeasure] = useState<EventMeasure>('lostEnergy');
  const { filter } = eventQuery;
  const currency = useSumCurrency();
  const days = useQuery(eventGroupsQuery({ filter, groupBy: 'day', limit: MOST_DAYS }));
  const narrow = (tokens: readonly string[]): void =>
    onSearch({ q: withTokens(search.q ?? '', tokens), show: undefined, group: undefined });
  const dayText = (day: string): string =>
    formatDate(Date.parse(day), { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const items = days.data?.items ?? [];
  const { firstDay, lastDay } = useDaySpan(eventQuery, items);
  const byDay = new Map(items.map((day) => [day.key, day]));
  const text = (value: number | null): string => measureText(value, measure, locale);
  const unit = UNITS[measure];
  const describe = (name: string, value: number | null, count: number): string =>
    formatMessage({ id: 'EventLog_Overview_Bar' }, { name, value: `${text(value)} ${unit}`.trim(), count });

  if (days.error && !days.data)
    return <ErrorState error={days.error} level="page" title="Common_Error_Query_Title" onRetry={() => void days.refetch()} />;
  if (days.isPending)
    return <div className={frame.skeleton} data-skeleton role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />;
  if (items.length === 0) return <EmptyLog icon={<IconChartBar />} onSearch={onSearch} />;
  const earlier = daysBefore(items, firstDay);
  const bins = [...(earlier ? [earlier] : []), ...trendBins(items, firstDay, lastDay)];
  return (
    <div className={classes.overview}>
      <div className={classes.head}>
        <h2 className={classes.title}>{formatMessage({ id: 'EventLog_Overview' })}</h2>
        <Segments
          label={formatMessage({ id: 'EventLog_Measure' })}
          value={measure}
          options={EVENT_MEASURES.map((value) => ({ value, label: formatMessage({ id: `EventLog_Measure_${value}` }) }))}
          onChange={setMeasure}
        />
      </div>
      {totals && (
        <dl className={classes.strip}>
          <Fact label={formatMessage({ id: 'EventLog_Overview_Count' })} value={decimalText(totals.count, { digits: 0, locale })}>
            {formatMessage({ id: 'EventLog_Overview_Unacknowledged' }, { count: totals.unacknowledged })}
          </Fact>
          <Fact label={formatMessage({ id: 'EventLog_Measure_duration' })} value={hoursText(totals.durationMs, locale)} />
          <Fact label={formatMessage({ id: 'EventLog_Measure_lostEnergy' })} value={<EnergySum sums={totals} unit={'\u2009MWh'} />} />
          <Fact label={formatMessage({ id: 'EventLog_Column_Revenue' })} value={<RevenueSum sums={totals} currency={currency} />} />
        </dl>
      )}
      <div className={classes.grid}>
        {(['code', 'category', 'device'] as const).map((groupBy) => (
          <Widget
            key={groupBy}
            // Codes with their texts are long.
            isWide={groupBy === 'code'}
            title={formatMessage(
              { id: `EventLog_Overview_By_${groupBy}` },
              { unit: unit || formatMessage({ id: 'EventLog_Measure_count' }) },
            )}
          >
            <GroupPareto filter={filter} groupBy={groupBy} measure={measure} valueText={text} describe={describe} onNarrow={narrow} />
          </Widget>
        ))}
        <Widget isWide title={formatMessage({ id: 'EventLog_Overview_Trend' })}>
          <TrendChart
            label={formatMessage({ id: 'EventLog_Overview_Trend' })}
            axis={`${formatMessage({ id: `EventLog_Measure_${measure}` })}${unit && `, ${unit}`}`}
            bars={bins.map(({ first, last, sums }) => {
              const value = measureOf(sums, measure);
              const name = first === last ? dayText(first) : `${dayText(first)} – ${dayText(last)}`;
              return {
                key: first,
                label:
                  first === earlier?.first
                    ? formatMessage({ id: 'EventLog_Overview_Earlier' })
                    : formatDate(Date.parse(first), { day: 'numeric', month: 'short', timeZone: 'UTC' }),
                value: Math.max(0, value ?? 0),
                description: describe(name, value, sums.count),
              };
            })}
            numberText={(value, digits) => decimalText(value, { digits, locale })}
            onBar={(first) => {
              const bin = bins.find((each) => each.first === first);
              if (bin) narrow([dayToken(bin.first, bin.last)]);
            }}
          />
        </Widget>
        <Widget isWide title={formatMessage({ id: 'EventLog_Overview_Calendar' })}>
          <CalendarChart
            label={formatMessage({ id: 'EventLog_Overview_Calendar' })}
            firstDay={firstDay}
            lastDay={lastDay}
            days={items
              .filter(({ key }) => key >= firstDay)
              .map((day) => ({ day: day.key, value: Math.max(0, measureOf(day, measure) ?? 0) }))}
            firstWeekday={locale === 'sv-SE' ? 1 : 0}
            locale={locale}
            describe={(day) => {
              const sums = byDay.get(day);
              return describe(dayText(day), sums ? measureOf(sums, measure) : null, sums?.count ?? 0);
            }}
            onDay={(day) => narrow([dayToken(day, day)])}
          />
        </Widget>
      </div>
    </div>
  );
}

/** Days of the period on the clock of what is in view; sites further east are a day ahead of it. */
function useDaySpan({ filter }: EventQuery, days: readonly EventGroup[]): { firstDay: string; lastDay: string } {
  const zone = useViewZone();
  const dayOf = (instantMs: number): string => new Date(instantMs + offsetMsAt(instantMs, zone)).toISOString().slice(0, 10);
  const lastDay = dayOf((filter.endMs ?? 1) - 1);
  const latest = days.at(-1)?.key ?? lastDay;
  return { firstDay: dayOf(filter.startMs ?? 0), lastDay: latest > lastDay ? latest : lastDay };
}

function Widget({ title, isWide = false, children }: { title: string; isWide?: boolean; children: ReactNode }) {
  return (
    <section className={classes.widget} data-wide={isWide || undefined} aria-label={title}>
      <h3 className={classes.widgetTitle}>{title}</h3>
      {children}
    </section>
  );
}

function Fact({ label, value, children }: { label: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
      {children !== undefined && <dd className={classes.detail}>{children}</dd>}
    </div>
  );
}

function dayToken(first: string, last: string): string {
  return first === last ? `day:${first}` : `day:${first}..${last}`;
}

function measureText(value: number | null, measure: EventMeasure, locale: string): string {
  return decimalText(value, { digits: measure === 'lostEnergy' ? 2 : measure === 'duration' ? 1 : 0, locale });
}
