import { createTable, type TableDefinition, type TableTarget } from './ddl.ts';

const VERSION = 'UInt64 codec(Delta, LZ4)';

/** A row is six hours of a series or less: its granules hold about as many points as those of raw points. */
const CHUNKS = {
  index_granularity: 128,
  min_compress_block_size: 16_384,
  max_compress_block_size: 131_072,
  min_age_to_force_merge_seconds: 3_600,
  min_age_to_force_merge_on_partition_only: 1,
} as const;

function chunkTable(name: string, columns: Readonly<Record<string, string>>): TableDefinition {
  return {
    name,
    columns: {
      series: 'UInt32 codec(Delta, LZ4)',
      time: "DateTime64(3, 'UTC') codec(DoubleDelta, LZ4)",
      offsets: 'Array(UInt32) codec(LZ4)',
      values: 'Array(Float64) codec(ZSTD(1))',
      ...columns,
      version: VERSION,
    },
    engine: { kind: 'ReplacingMergeTree', version: 'version' },
    partitionBy: 'toYYYYMM(time)',
    orderBy: '(series, time)',
    shardBy: 'intDiv(series, 256)',
    settings: CHUNKS,
  };
}

/**
 * Computed points become chunks: a row per series and six hours instead of a row per point. Those of before are folded by the clock of UTC; a
 * computation puts chunks of the site's own days in their place.
 */
export function computedChunks(target: TableTarget): string[] {
  return [
    ...createTable(chunkTable('stretch_validated', { flags: 'Array(UInt32) codec(LZ4)', methods: 'Array(UInt8) codec(LZ4)' }), target),
    ...createTable(chunkTable('stretch_derived', { weights: 'Array(Float64) codec(LZ4)' }), target),
    ...fold('validated', { flags: 'flags', methods: 'method' }, target),
    ...fold('derived', { weights: 'weight' }, target),
    removeHours(target),
  ];
}

/** Hours of chunks are read from their points. */
function removeHours({ database, cluster }: TableTarget): string {
  const [suffix, everywhere] = cluster === undefined ? ['', ''] : ['_local', ` on cluster ${cluster}`];
  const blocks = ['stretch_validated', 'stretch_derived'].map((table) => `select intDiv(series, 256) from ${database}.${table}${suffix}`);
  return `delete from ${database}.rollup_hour${suffix}${everywhere} where intDiv(series, 256) in (${blocks.join(' union all ')})`;
}

const SIX_HOURS_MS = 6 * 3_600_000;

/** The table of before is made once more if this step was broken off behind its end. */
function fold(kind: 'validated' | 'derived', own: Readonly<Record<string, string>>, target: TableTarget): string[] {
  const { database } = target;
  const [from, into] = [`${database}.point_${kind}`, `${database}.stretch_${kind}`];
  const ms = 'toUnixTimestamp64Milli(p.time)';
  const startMs = `${ms} - positiveModulo(${ms}, ${SIX_HOURS_MS})`;
  const columns = Object.values(own).join(', ');
  // Points come in any order where rows of several parts are put together, or wait on the disk.
  const points = `arraySort(point -> point.1, groupArray((toUInt32(ms - startMs), value, ${columns})))`;
  const names = ['offsets', 'values', ...Object.keys(own)];
  const isThere = ['not isNaN(value)', ...(kind === 'validated' ? ['flags != 0', 'method != 0'] : [])].join(' or ');
  return [
    ...createTable(BEFORE[kind], target),
    `insert into ${into} (series, time, ${names.join(', ')}, version) ` +
      `select series, fromUnixTimestamp64Milli(startMs, 'UTC'), ${names.map((_, n) => `points.${n + 1}`).join(', ')}, newest ` +
      `from (select series, startMs, ${points} as points, max(version) as newest ` +
      `from (select series, ${ms} as ms, ${startMs} as startMs, p.value as value, ${columns}, version from ${from} as p final) ` +
      `where ${isThere} group by series, startMs) settings max_bytes_before_external_group_by = 500000000`,
    `drop table if exists ${from}${target.cluster === undefined ? '' : `_local on cluster ${target.cluster}`} sync`,
    ...(target.cluster === undefined ? [] : [`drop table if exists ${from} on cluster ${target.cluster} sync`]),
  ];
}

const BEFORE: Readonly<Record<'validated' | 'derived', TableDefinition>> = {
  validated: pointTable('point_validated', { flags: 'UInt32', method: 'UInt8' }),
  derived: pointTable('point_derived', { weight: 'Float64' }),
};

function pointTable(name: string, columns: Readonly<Record<string, string>>): TableDefinition {
  return {
    name,
    columns: { series: 'UInt32', time: "DateTime64(3, 'UTC')", value: 'Float64', ...columns, version: 'UInt64' },
    engine: { kind: 'ReplacingMergeTree', version: 'version' },
    orderBy: '(series, time)',
    shardBy: 'intDiv(series, 256)',
  };
}
