import { isClockUnit } from '@solvane/energy/time/bucket';
import { DAY_MS } from '@solvane/energy/time/zone';
import { treeAggregate, treeColumns } from '../aggregation/tree-aggregations.ts';
import type { GroupColumns, GroupMember, GroupQuery, GroupResponse } from '../signal-reader.ts';
import type { Columns } from '../signal-tables.ts';
import type { AccumulatorColumn } from '../sql/accumulator.ts';
import { numbersOf } from '../sql/native-format.ts';
import type { StatementOptions } from '../sql/signal-database.ts';
import { lookUp, secondsOfBucket } from './bucket-look-up.ts';
import { type BucketQuery, type BucketRows, bucketRows, selectBuckets } from './bucket-sql.ts';
import { cachedResponse, type Reader } from './cached-response.ts';
import { combineRows } from './combine-rows.ts';
import { findMonths } from './recent/look-up-days.ts';
import { type SeriesClass, toClasses } from './series-classes.ts';

/** Values of groups: each device's bucket first, then the devices of a group by what the signal is. */
export async function readGroupValues(reader: Reader, query: GroupQuery, options: StatementOptions = {}): Promise<GroupResponse> {
  const { members, startMs, endMs } = query;
  const groupCount = members.reduce((count, { group }) => Math.max(count, group + 1), 0);
  if (groupCount === 0) return { groups: [] };
  const requested = { series: members.map(({ series }) => series), startMs, endMs };
  const also = alsoWanted(query);
  const ofMonths = () => findMonths(members, { resolution: query.resolution, startMs, endMs, also });
  return cachedResponse(reader, { query, requested, options, findMonths: ofMonths }, async ({ pending, select, months }) => {
    const rows = months?.read(members, { unit: query.resolution, startMs, endMs, also });
    const combined = rows && combineRows(rows, query);
    const groups = toGroups(combined ?? (await select(selectGroups(reader.database.name, query, pending))), query, groupCount);
    return { response: { groups }, bytes: groups.reduce((sum, { timesMs }) => sum + 3 * timesMs.byteLength, 0) };
  });
}

function toGroups(columns: Columns, { members, resolution }: GroupQuery, groupCount: number): GroupColumns[] {
  const [groups, buckets, values, present] = [
    numbersOf(columns, 'g'),
    numbersOf(columns, 'bucket'),
    numbersOf(columns, 'combined'),
    numbersOf(columns, 'present'),
  ];
  const capacities = capacityOfGroups(members, groupCount);
  const response: GroupColumns[] = [];
  for (let group = 0, from = 0; group < groupCount; group++) {
    let to = from;
    while (to < groups.length && groups[to] === group) to += 1;
    const capacity = capacities[group] ?? 0;
    response.push({
      timesMs: isClockUnit(resolution) ? buckets.subarray(from, to) : buckets.subarray(from, to).map((day) => day * DAY_MS),
      values: values.subarray(from, to),
      completeness: present.subarray(from, to).map((sum) => (capacity > 0 ? sum / capacity : 0)),
    });
    from = to;
  }
  return response;
}

/** What is wanted of each device's bucket beside its value. */
function alsoWanted({ treeAggregation, minCompleteness }: GroupQuery): AccumulatorColumn[] {
  return [
    ...new Set<AccumulatorColumn>([...treeColumns(treeAggregation), ...(minCompleteness > 0 ? (['seconds', 'expected'] as const) : [])]),
  ];
}

function selectGroups(database: string, query: GroupQuery, pending: ReadonlyMap<number, readonly number[]>): string {
  const { members, resolution, treeAggregation, minCompleteness, startMs, endMs, horizonMs } = query;
  const also = alsoWanted(query);
  const isWhole = ({ seriesQuery: { zone } }: SeriesClass) =>
    `seconds >= ${minCompleteness} * if(expected > 0, expected, ${secondsOfBucket({ unit: resolution, zone, startMs, endMs, horizonMs })})`;
  const queryOf = (seriesClass: SeriesClass): BucketQuery => ({
    ...{ database, unit: resolution, startMs, endMs, also },
    ...(minCompleteness > 0 ? { where: isWhole(seriesClass) } : {}),
  });
  const { columns: named, source } = rowsOf(toClasses(members, pending), queryOf);
  const definitions = [...named].flatMap(([name, expression]) => (expression === name ? [] : [`${expression} as ${name}`]));
  const group = memberColumn(members, ({ group: number }) => number, 'UInt32');
  const capacity = memberColumn(members, ({ capacity: number }) => number, 'Float64');
  return (
    `with ${[...definitions, `${capacity} as capacity`].join(', ')} select ${group} as g, bucket, ${treeAggregate(treeAggregation)} as combined, sum(capacity) as present ` +
    `from ${source} and not isNaN(value) group by g, bucket order by g, bucket`
  );
}

/** Those of one class are combined where they are. */
function rowsOf(classes: readonly SeriesClass[], queryOf: (seriesClass: SeriesClass) => BucketQuery): BucketRows {
  const [one] = classes;
  if (one && classes.length === 1) return bucketRows(one, queryOf(one));
  const selects = classes.map((seriesClass) => selectBuckets(seriesClass, queryOf(seriesClass)));
  return { columns: new Map(), source: `(${selects.join(' union all ')}) where 1` };
}

/** A property of a member by its series. */
function memberColumn(members: readonly GroupMember[], property: (member: GroupMember) => number, type: 'UInt32' | 'Float64'): string {
  return lookUp('series', { keys: members.map(({ series }) => series), type: 'UInt32' }, { values: members.map(property), type });
}

function capacityOfGroups(members: readonly GroupMember[], groupCount: number): Float64Array {
  const capacities = new Float64Array(groupCount);
  for (const { group, capacity } of members) capacities[group] = (capacities[group] ?? 0) + capacity;
  return capacities;
}
