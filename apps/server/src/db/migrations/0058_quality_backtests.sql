-- Back-tests of quality rules: what a user asked to be calculated over past days of a site, and what it came to. They are deleted after a week.
create table quality_backtests (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  site_id text not null references sites (id) on delete cascade,
  -- Rules, the signal that is watched, and the first day.
  request jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'cancelled', 'failed')),
  days integer not null,
  done_days integer not null default 0,
  -- Sums over the days that are done.
  before jsonb,
  after jsonb,
  created_at_ms bigint not null
);
-- A site that is deleted takes its rows with it.
create index quality_backtests_site on quality_backtests (site_id);
create index quality_backtests_user on quality_backtests (user_id);
