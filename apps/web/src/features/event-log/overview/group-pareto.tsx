import { ParetoChart } from '@solvane/charts/pareto-chart';
import type { EventMeasure } from '@solvane/contract/event-overview';
import type { EventFilter } from '@solvane/contract/events';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { eventGroupsQuery } from '../../../shared/events/event-groups.queries.ts';
import { ErrorState } from '../../../shared/states/error-state.tsx';
import { tokensOfGroup } from '../filters/group-tokens.ts';
import { useGroupName } from '../table/use-group-name.ts';
import classes from './overview.module.css';
import { cumulativeShares, measureOf } from './trend-bins.ts';

interface GroupParetoProps {
  filter: EventFilter;
  groupBy: 'code' | 'category' | 'device';
  measure: EventMeasure;
  valueText: (value: number | null) => string;
  describe: (name: string, value: number | null, count: number) => string;
  onNarrow: (tokens: readonly string[]) => void;
}

const MOST_BARS = 12;

/** What of a kind counts most, and how much of the whole it is. */
export function GroupPareto({ filter, groupBy, measure, valueText, describe, onNarrow }: GroupParetoProps) {
  const { formatMessage, formatNumber } = useIntl();
  const nameOf = useGroupName();
  const { data, error, refetch } = useQuery(eventGroupsQuery({ filter, groupBy, measure, limit: MOST_BARS }));
  if (error && !data) return <ErrorState error={error} title="Common_Error_Query_Title" onRetry={() => void refetch()} />;
  if (!data) return <div className={classes.ghost} data-skeleton role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />;
  const values = data.items.map((group) => measureOf(group, measure));
  const shares = cumulativeShares(values, measureOf(data.rest, measure));
  return (
    <>
      <ParetoChart
        label={formatMessage({ id: `EventLog_GroupBy_${groupBy}` })}
        bars={data.items.map((group, index) => {
          const value = values[index] ?? null;
          const name = nameOf(groupBy, group);
          return {
            key: group.key,
            label: name,
            value,
            text: valueText(value),
            cumulative: shares[index] ?? null,
            description: describe(name, value, group.count),
          };
        })}
        percentText={(share) => formatNumber(share, { style: 'percent' })}
        onBar={(key) => {
          const group = data.items.find((each) => each.key === key);
          if (group) onNarrow(tokensOfGroup(groupBy, group));
        }}
      />
      {data.groupCount > data.items.length && (
        <p className={classes.rest}>
          {formatMessage(
            { id: 'EventLog_Overview_Rest' },
            { count: data.groupCount - data.items.length, value: valueText(measureOf(data.rest, measure)) },
          )}
        </p>
      )}
    </>
  );
}
