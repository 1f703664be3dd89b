-- Files that an import has read to the end, by a hash of mapping, path, size and time of change: an interrupted import goes on behind them.
create table finished_imports (
  id text primary key,
  path text not null,
  row_count bigint not null,
  finished_at_ms bigint not null
);
