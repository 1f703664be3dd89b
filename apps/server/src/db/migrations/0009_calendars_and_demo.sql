-- What the roll-ups of a site were made with. Where it differs from the site they are made anew; a site without a row counts as different.
create table site_calendars (
  site_id text primary key references sites (id) on delete cascade,
  timezone text not null,
  signal_calc_period text not null
);
insert into site_calendars select id, coalesce(timezone, 'UTC'), signal_calc_period from sites;

-- What the demo says of itself once per start; the cursor is written as often as it moves.
alter table demo_state add column description jsonb not null default '{}';
update demo_state set description = jsonb_build_object('truths', coalesce(cursor -> 'truths', '[]'::jsonb)), cursor = coalesce(cursor -> 'feed', '{}'::jsonb);

-- How many events are open at each site is asked for every minute by every open Home; few of all events are.
create index group_events_open on group_events (site_id) where is_open;

-- Opens the product on a screen nobody sits at: with the eyes of its maker, read only, for as long as it is not revoked.
create table view_keys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  secret_hash text not null unique,
  -- null: every site of the user.
  site_ids text[],
  created_at_ms bigint not null,
  last_used_at_ms bigint
);
create index view_keys_user on view_keys (user_id);
-- null: a session of somebody who signed in.
alter table sessions add column view_key_id uuid references view_keys (id) on delete cascade;
create index sessions_view_key on sessions (view_key_id) where view_key_id is not null;
