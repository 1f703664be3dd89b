/** Where tables are made: one database, on one server or on every server of a cluster. */
export interface TableTarget {
  database: string;
  cluster: string | undefined;
}

export interface TableDefinition {
  name: string;
  /** Name to type with codec, in order. */
  columns: Readonly<Record<string, string>>;
  /** `ReplacingMergeTree` and its kind, with the column that decides which row of a key counts. */
  engine: { kind: 'ReplacingMergeTree'; version: string } | { kind: 'AggregatingMergeTree' } | { kind: 'MergeTree' };
  orderBy: string;
  partitionBy?: string;
  /** On a cluster rows with the same value stand on the same shard. Absent: the table is the same on every server. */
  shardBy?: string;
  settings?: Readonly<Record<string, string | number>>;
}

/** Acknowledged is on the disk: the files of a part, its folder, and what a merge makes of it before the parts it replaces are deleted. */
const DURABLE = {
  fsync_after_insert: 1,
  fsync_part_directory: 1,
  min_compressed_bytes_to_fsync_after_merge: 1,
} as const;

/** One statement, or on a cluster two: the replicated table that holds a shard's rows, and the one that spreads statements over the shards. */
export function createTable(table: TableDefinition, target: TableTarget): string[] {
  const { database, cluster } = target;
  const { name, columns, engine, orderBy, partitionBy, shardBy, settings = {} } = table;
  const columnList = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  const settingList = Object.entries({ ...DURABLE, ...settings }).map(([setting, value]) => `${setting} = ${value}`);
  const version = engine.kind === 'ReplacingMergeTree' ? [engine.version] : [];
  const local = cluster !== undefined && shardBy !== undefined ? localName(name) : name;
  const replicaPath =
    shardBy === undefined
      ? [`'/clickhouse/tables/all/${database}/${name}'`, `'{shard}-{replica}'`]
      : [`'/clickhouse/tables/{shard}/${database}/${local}'`, `'{replica}'`];
  const engineCall =
    cluster === undefined ? `${engine.kind}(${version})` : `Replicated${engine.kind}(${[...replicaPath, ...version].join(', ')})`;
  const statements = [
    `create table if not exists ${database}.${local}${onCluster(target)} (${columnList.join(', ')}) engine = ${engineCall}` +
      `${partitionBy === undefined ? '' : ` partition by ${partitionBy}`} order by ${orderBy} settings ${settingList.join(', ')}`,
  ];
  if (shardBy !== undefined) statements.push(...createDistributedTable({ name, shardBy }, target));
  return statements;
}

/** On a cluster, the table that spreads statements over the shards. */
function createDistributedTable({ name, shardBy }: { name: string; shardBy: string }, target: TableTarget): string[] {
  const { database, cluster } = target;
  if (cluster === undefined) return [];
  const local = localName(name);
  return [
    `create table if not exists ${database}.${name}${onCluster(target)} as ${database}.${local} ` +
      `engine = Distributed('${cluster}', '${database}', '${local}', ${shardBy})`,
  ];
}

/** A table with its rows under another name. Can be repeated. */
export function renameTable({ from, to, shardBy }: { from: string; to: string; shardBy: string }, target: TableTarget): string[] {
  const { database, cluster } = target;
  const nameOf = (name: string) => `${database}.${cluster === undefined ? name : localName(name)}`;
  return [
    `rename table if exists ${nameOf(from)} to ${nameOf(to)}${onCluster(target)}`,
    ...(cluster === undefined ? [] : [`drop table if exists ${database}.${from}${onCluster(target)} sync`]),
    ...createDistributedTable({ name: to, shardBy }, target),
  ];
}

export interface ViewDefinition {
  name: string;
  /** Table whose inserts it sees, and the one that takes what it selects from them. */
  from: string;
  to: string;
  select: (from: string) => string;
}

/** Fed by each shard's own rows, on the shard. */
export function createInsertView({ name, from, to, select }: ViewDefinition, target: TableTarget): string[] {
  const { database, cluster } = target;
  const [source, sink] = cluster === undefined ? [from, to] : [localName(from), localName(to)];
  return [
    `create materialized view if not exists ${database}.${name}${onCluster(target)} to ${database}.${sink} as ${select(`${database}.${source}`)}`,
  ];
}

/** Rows that it passed on stay where they are. */
export function dropView(name: string, target: TableTarget): string[] {
  return [`drop view if exists ${target.database}.${name}${onCluster(target)} sync`];
}

export function onCluster({ cluster }: TableTarget): string {
  return cluster === undefined ? '' : ` on cluster ${cluster}`;
}

function localName(name: string): string {
  return `${name}_local`;
}
