-- Rated hours and energies of a day by time category, and the events they were booked for: any definition of availability applies to them.
alter table site_days add column account jsonb;

-- Sums of the availability of a month of a site. Computing a day makes those of its month obsolete and counts the stamp up; the next reader adds up.
create table site_month_sums (
  site_id text not null references sites (id) on delete cascade,
  month date not null,
  stamp bigint not null default 0,
  -- Of each view of its days; null: to be added up.
  sums jsonb,
  days integer not null default 0,
  computed_at_ms bigint,
  primary key (site_id, month)
);

-- Months that were settled under a contract: what was reported then, which no later calculation changes.
create table contract_months (
  contract_id uuid not null references contract_configurations (id),
  site_id text not null references sites (id) on delete cascade,
  month date not null,
  -- Terms, sums by view and the account of the month.
  content jsonb not null,
  locked_by text not null,
  locked_at_ms bigint not null,
  user_id uuid references users (id) on delete set null,
  -- What the month came to when it was last looked at, by the terms it was locked with; it holds while the stamp of the month is this one.
  seen_stamp bigint not null,
  seen_views jsonb not null,
  primary key (contract_id, site_id, month)
);
create index contract_months_site on contract_months (site_id, month);

-- Corrections of a locked month that were booked into a later one.
create table contract_settlements (
  id uuid primary key,
  contract_id uuid not null,
  site_id text not null,
  month date not null,
  into_month date not null,
  -- Per guarantee: percentage points and money that are settled by it.
  content jsonb not null,
  settled_by text not null,
  settled_at_ms bigint not null,
  foreign key (contract_id, site_id, month) references contract_months (contract_id, site_id, month) on delete cascade
);
create index contract_settlements_month on contract_settlements (contract_id, site_id, month);
create index contract_settlements_into on contract_settlements (contract_id, site_id, into_month);
