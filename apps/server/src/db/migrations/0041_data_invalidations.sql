-- What users declared invalid, and restored: one row per signal of a device. Of rows that overlap the last one counts; one that was undone does not.
-- Nothing of what arrived is changed: validation reads these rows beside the points.
create table data_invalidations (
  sequence bigint generated always as identity primary key,
  -- One for all signals of one command.
  change_id uuid not null,
  site_id text not null references sites (id) on delete cascade,
  segment_id text not null references segments (id) on delete cascade,
  ap_code text not null,
  start_ms bigint not null,
  end_ms bigint not null,
  is_invalid boolean not null,
  reason text not null,
  user_id uuid references users (id) on delete set null,
  author text not null,
  at_ms bigint not null,
  undone_by text,
  undone_at_ms bigint,
  check (start_ms < end_ms),
  check ((undone_by is null) = (undone_at_ms is null))
);
-- By site and time: what a calculation reads, and the history of a page.
create index data_invalidations_site on data_invalidations (site_id, end_ms);
create index data_invalidations_change on data_invalidations (change_id);
-- A device that is deleted takes its rows with it.
create index data_invalidations_segment on data_invalidations (segment_id);
