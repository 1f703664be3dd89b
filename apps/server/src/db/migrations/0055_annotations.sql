-- What users wrote about a range of a signal of a device.
create table annotations (
  id uuid primary key,
  site_id text not null references sites (id) on delete cascade,
  segment_id text not null references segments (id) on delete cascade,
  signal_id text not null,
  start_ms bigint not null,
  end_ms bigint not null,
  text text not null,
  user_id uuid references users (id) on delete set null,
  -- Outlives the account.
  author text not null,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  revision integer not null default 1,
  check (start_ms < end_ms)
);
-- By device and time: what a chart shows.
create index annotations_segment on annotations (segment_id, end_ms);
create index annotations_site on annotations (site_id);
