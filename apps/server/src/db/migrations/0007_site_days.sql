-- Site-days that wait are one row each; whose turn it is is decided per site, because days of one site learn from each other and are computed together.
alter table dirty_site_days
  drop column claimed_at_ms,
  drop column claimed_by,
  add column reason text not null default 'arrival'
    check (reason in ('arrival', 'event', 'edit', 'configuration', 'request', 'clock', 'learning')),
  -- Not before: what only stands beside changed data waits until more of it is there.
  add column due_at_ms bigint not null default 0,
  -- Attempts that failed since the day was marked, and what the last one said. null: none failed.
  add column failures integer not null default 0,
  add column error text;
drop index dirty_site_days_order;
create index dirty_site_days_failed on dirty_site_days (site_id) where failures > 0;

-- One row per site that ever had something to compute: thousands of rows, however many days wait.
create table site_computations (
  site_id text primary key references sites (id) on delete cascade,
  -- When the first of its days that somebody may look at is due, and the first of its history. null: none waits.
  recent_due_at_ms bigint,
  history_due_at_ms bigint,
  -- Since when history waits for its data to stop coming. null: none waits.
  history_since_ms bigint,
  -- Whoever computes the site now; a lease that ran out belongs to nobody.
  claim uuid,
  claimed_by text,
  lease_until_ms bigint,
  -- Days computed since the last time nothing waited: with what still waits, the share that is done.
  done_days integer not null default 0,
  check ((claim is null) = (lease_until_ms is null))
);
create index site_computations_recent on site_computations (recent_due_at_ms) where recent_due_at_ms is not null;
create index site_computations_history on site_computations (history_due_at_ms) where history_due_at_ms is not null;

-- What the last computation of a day left behind for other days. Its values are in the signal store.
create table site_days (
  site_id text not null references sites (id) on delete cascade,
  day date not null,
  -- Counts the computations of the day.
  version integer not null default 1,
  computed_at_ms bigint not null,
  -- Nothing was known of what began at or after it.
  horizon_ms bigint not null,
  -- Of the configuration it was computed with.
  configuration_hash text not null,
  -- First day its memory knew. null: it had none.
  learned_from date,
  -- Events found in its signals; they count for the days beside it.
  detected jsonb not null,
  -- What later days learn from it.
  evidence jsonb not null,
  primary key (site_id, day)
);

-- The site's calendar begins here: before it nothing is computed. null: points came before it was kept, a worker looks it up.
alter table site_arrivals add column first_point_ms bigint;
