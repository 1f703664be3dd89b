-- Terms that held before the current ones, by the day on which others followed. The current ones stay in content.
alter table contract_configurations add column earlier_terms jsonb not null default '[]';

-- Locks that were taken off a month: what had been locked, by whom and why it was taken off. Goes with its contract, which only stays while a month is locked.
create table contract_unlocks (
  id uuid primary key,
  contract_id uuid not null references contract_configurations (id) on delete cascade,
  site_id text not null references sites (id) on delete cascade,
  month date not null,
  content jsonb not null,
  locked_by text not null,
  locked_at_ms bigint not null,
  unlocked_by text not null,
  unlocked_at_ms bigint not null,
  reason text not null
);
create index contract_unlocks_month on contract_unlocks (contract_id, site_id, month);
