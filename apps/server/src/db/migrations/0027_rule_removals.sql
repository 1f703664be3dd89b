-- Tests that removed more of a signal than a test should, one row per day: site warnings are made of them.
create table rule_removals (
  site_id text not null references sites (id) on delete cascade,
  day date not null,
  segment_id text not null references segments (id) on delete cascade,
  ap_code text not null,
  method text not null,
  removed integer not null,
  points integer not null,
  primary key (site_id, day, segment_id, ap_code, method)
);
create index rule_removals_segment on rule_removals (segment_id);
