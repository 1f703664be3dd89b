-- What ratings of a device are compared with: fixed once its period is over, and from then on the same until somebody has it fixed anew, or days of
-- the period come that were not there.
create table rating_baselines (
  segment_id text primary key references segments (id) on delete cascade,
  site_id text not null references sites (id) on delete cascade,
  first_day date not null,
  last_day date not null,
  -- kW per kW of temperature-adjusted nominal power; null: the period has too few points.
  slope double precision,
  point_count integer not null,
  -- null: to be fixed anew; until then the slope is what it was.
  fixed_at_ms bigint
);
create index rating_baselines_site on rating_baselines (site_id);
