-- What people work with. Rows are made by computations and keep their ids from one to the next.
create table group_events (
  id uuid primary key,
  site_id text not null references sites (id) on delete cascade,
  segment_id text not null references segments (id) on delete cascade,
  start_ms bigint not null,
  -- Of an open event: the instant it was last seen.
  end_ms bigint not null,
  is_open boolean not null,
  code text not null,
  event_type text not null check (event_type in
    ('Downtime', 'Curtailment', 'Degraded', 'Communication Loss', 'Unknown', 'Warning', 'Informational')),
  category text not null,
  priority integer not null,
  -- A person placed it: computations leave its extent and meaning alone.
  is_locked boolean not null default false,
  -- Shown on a parent in place of the same event on most of its devices; its losses are those of its members.
  is_promoted boolean not null default false,
  promoted_id uuid references group_events (id) on delete set null,
  -- Of `promoted_id`: a list that does not show the parent shows the members.
  promoted_segment_id text,
  raw_event_ids text[] not null default '{}',
  -- Sums over its days. null: nothing was expected of any interval of it; for revenue also: some of the energy has no price.
  lost_energy_kwh double precision,
  revenue_loss double precision,
  -- Its extent changed after its losses were computed: they are shared out by time until the next computation.
  is_loss_pending boolean not null default false,
  acknowledged_at_ms bigint,
  acknowledged_by text,
  comment_count integer not null default 0,
  -- Counts changes of what a person sees of it; growing while it is open is none.
  version integer not null default 1,
  updated_at_ms bigint not null,
  check (end_ms >= start_ms)
);
-- What needs somebody first: downtime nobody knows about, then what loses most per hour.
create function event_attention(event_type text, acknowledged_at_ms bigint, lost_energy_kwh double precision, start_ms bigint, end_ms bigint)
  returns double precision language sql immutable parallel safe
  return case when event_type = 'Downtime' and acknowledged_at_ms is null then 1e12 else 0 end
    + coalesce(lost_energy_kwh, 0) * 3600000 / greatest(end_ms - start_ms, 60000);

create index group_events_site on group_events (site_id, start_ms, id);
create index group_events_segment on group_events (segment_id, start_ms, id);
create index group_events_promoted on group_events (promoted_id) where promoted_id is not null;
-- Pages of the log, by what it can be sorted by: a million rows are never sorted for a page of 200.
create index group_events_start on group_events (start_ms, id);
create index group_events_lost on group_events (coalesce(lost_energy_kwh, '-infinity'), id);
create index group_events_revenue on group_events (coalesce(revenue_loss, '-infinity'), id);
create index group_events_priority on group_events (priority, id);
create index group_events_end on group_events ((case when is_open then 9007199254740991 else end_ms end), id);
create index group_events_duration on group_events ((end_ms - start_ms), id);
create index group_events_attention on group_events (event_attention(event_type, acknowledged_at_ms, lost_energy_kwh, start_ms, end_ms), id);
create index group_events_code on group_events (code, start_ms, id);
create index group_events_category on group_events (category, start_ms, id);
create index group_events_type on group_events (event_type, start_ms, id);
-- Few events last so long: a period looks no further back than this for the others.
create index group_events_long on group_events (start_ms) where end_ms - start_ms > 604800000;

-- What an event lost on each local day: computing a day anew touches its rows only.
create table event_day_losses (
  event_id uuid not null references group_events (id) on delete cascade,
  day date not null,
  energy_kwh double precision,
  revenue double precision,
  primary key (event_id, day)
);

-- Events that became part of another one: links to them lead there.
create table event_moves (
  id uuid primary key,
  moved_to uuid not null references group_events (id) on delete cascade
);
create index event_moves_target on event_moves (moved_to);

-- What people did. Only grows; computations lay it over what they find.
create table event_edits (
  id uuid primary key,
  sequence bigint generated always as identity unique,
  -- Entries of one deed are undone together.
  deed_id uuid not null,
  action text not null check (action in ('acknowledge', 'unacknowledge', 'categorize', 'comment', 'split', 'boundaries', 'merge',
    'assignCode', 'rawEnd', 'create', 'delete', 'undo')),
  kind text not null check (kind in ('rawEnd', 'assign', 'join', 'void', 'manual', 'acknowledge', 'unacknowledge', 'comment', 'undo')),
  site_id text not null references sites (id) on delete cascade,
  segment_id text not null references segments (id) on delete cascade,
  -- Time it is about.
  start_ms bigint not null,
  end_ms bigint not null,
  content jsonb not null default '{}',
  -- Event it was done to, as far as it is still known. null: none
  event_id uuid,
  user_id uuid references users (id) on delete set null,
  author text not null,
  at_ms bigint not null,
  reason text not null default ''
);
create index event_edits_site on event_edits (site_id, start_ms);
create index event_edits_segment on event_edits (segment_id, sequence);
create index event_edits_event on event_edits (event_id, sequence) where event_id is not null;
create index event_edits_deed on event_edits (deed_id);

create table event_comments (
  id uuid primary key,
  event_id uuid not null references group_events (id) on delete cascade,
  user_id uuid references users (id) on delete set null,
  author text not null,
  at_ms bigint not null,
  text text not null,
  mentioned_user_ids uuid[] not null default '{}'
);
create index event_comments_event on event_comments (event_id, at_ms);

-- Up to when the events of a site are settled.
create table event_locks (
  site_id text primary key references sites (id) on delete cascade,
  locked_until_ms bigint not null,
  user_id uuid references users (id) on delete set null,
  author text not null,
  at_ms bigint not null
);

-- What changed in settled days afterwards.
create table event_loss_deltas (
  id bigint generated always as identity primary key,
  site_id text not null references sites (id) on delete cascade,
  day date not null,
  -- No reference: the record outlives the event.
  event_id uuid not null,
  at_ms bigint not null,
  energy_kwh double precision not null,
  revenue double precision not null
);
create index event_loss_deltas_site on event_loss_deltas (site_id, day);

create table event_views (
  id uuid primary key,
  name text not null,
  user_id uuid not null references users (id) on delete cascade,
  -- null: only its owner sees it.
  shared_with text references enterprises (id) on delete cascade,
  content jsonb not null,
  updated_at_ms bigint not null
);
create index event_views_user on event_views (user_id);
create table event_view_defaults (
  user_id uuid primary key references users (id) on delete cascade,
  view_id uuid not null references event_views (id) on delete cascade
);

create table work_orders (
  id uuid primary key,
  event_id uuid not null references group_events (id) on delete cascade,
  title text not null,
  description text not null default '',
  assignee_id uuid references users (id) on delete set null,
  state text not null default 'pending' check (state in ('pending', 'created', 'failed')),
  -- Of the system that keeps work orders. null: not there yet.
  reference text,
  user_id uuid references users (id) on delete set null,
  author text not null,
  created_at_ms bigint not null,
  updated_at_ms bigint not null
);
create index work_orders_event on work_orders (event_id, created_at_ms);

-- Rows of bulk work, for its outcome and for trying failures again.
create table event_job_rows (
  job_id uuid not null,
  event_id uuid not null,
  -- null: not tried yet.
  outcome text check (outcome in ('done', 'failed')),
  problem text,
  primary key (job_id, event_id)
);
create table event_jobs (
  job_id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  action jsonb not null,
  created_at_ms bigint not null
);
alter table event_job_rows add foreign key (job_id) references event_jobs (job_id) on delete cascade;
