-- What people ask plants to do. A plant fetches its commands with its ingestion key and answers them; what nobody answers in time has failed.
create table plant_commands (
  id uuid primary key,
  kind text not null check (kind in ('reset')),
  site_id text not null references sites (id) on delete cascade,
  segment_id text not null references segments (id) on delete cascade,
  -- Event it is about. No reference: a computation may give the event to another one. null: none
  event_id uuid,
  code text not null,
  -- When the event began: how long it took until somebody acted.
  event_start_ms bigint,
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  -- What the plant said. null: nothing yet
  message text,
  user_id uuid references users (id) on delete set null,
  author text not null,
  requested_at_ms bigint not null,
  expires_at_ms bigint not null,
  -- When the plant fetched it. null: not yet
  fetched_at_ms bigint,
  answered_at_ms bigint
);
create index plant_commands_waiting on plant_commands (site_id, requested_at_ms) where state = 'pending';
create index plant_commands_event on plant_commands (event_id, requested_at_ms) where event_id is not null;
create index plant_commands_time on plant_commands (site_id, requested_at_ms);
