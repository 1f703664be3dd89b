-- The signal store knows series by number. Numbers are handed out in blocks of one site and one kind of points, so that what is read together lies
-- together, and roll-ups are kept up to date block by block.
create table series_blocks (
  block integer primary key,
  site_id text not null references sites (id) on delete cascade,
  kind text not null check (kind in ('raw', 'validated', 'derived')),
  used integer not null default 0 check (used between 0 and 256)
);
create index series_blocks_site on series_blocks (site_id, kind);

-- Number 0 stands for "no series" and is never handed out: block 0 does not exist.
create sequence series_block_numbers as integer start 1;

create table series (
  id integer primary key,
  block integer not null references series_blocks (block) on delete cascade,
  segment_id text not null references segments (id) on delete cascade,
  ap_code text not null,
  calc_type text not null,
  created_at_ms bigint not null,
  unique (segment_id, ap_code, calc_type)
);
create index series_block on series (block);
