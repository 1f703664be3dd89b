-- Instants are epoch milliseconds in UTC (`*_ms`), periods half open, ids of sites and segments their owner's own.

-- People and what they may do -----------------------------------------------------------------------------------------------------

create table enterprises (
  id text primary key,
  name text not null,
  created_at_ms bigint not null
);

create table users (
  id uuid primary key,
  email text not null,
  name text not null,
  picture_url text not null default '',
  -- Service provider the user acts for; empty for everybody else.
  agent_id text not null default '',
  -- null: signs in by single sign-on only.
  password_hash text,
  is_provider boolean not null default false,
  -- Demo users exist only while the demo fleet is on.
  is_demo boolean not null default false,
  created_at_ms bigint not null,
  disabled_at_ms bigint,
  last_sign_in_at_ms bigint
);
create unique index users_email_unique on users (lower(email));

create table roles (
  id text primary key,
  name text not null,
  created_at_ms bigint not null
);

create table role_permissions (
  role_id text not null references roles (id) on delete cascade,
  permission text not null,
  primary key (role_id, permission)
);

-- One role per user and enterprise (spec, fleet: who sees what).
create table memberships (
  user_id uuid not null references users (id) on delete cascade,
  enterprise_id text not null references enterprises (id) on delete cascade,
  role_id text not null references roles (id),
  created_at_ms bigint not null,
  primary key (user_id, enterprise_id)
);
create index memberships_enterprise on memberships (enterprise_id);
create index memberships_role on memberships (role_id);

-- The cookie holds a secret, the table its SHA-256: a stolen backup opens no session.
create table sessions (
  id uuid primary key,
  secret_hash text not null unique,
  user_id uuid not null references users (id) on delete cascade,
  csrf_token text not null,
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  user_agent text not null default '',
  address text not null default '',
  -- Needed to end the session at the identity provider too; null: password login.
  oidc_id_token text
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at_ms);

create table api_tokens (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  secret_hash text not null unique,
  -- null: every site of the user.
  site_ids text[],
  read_only boolean not null,
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  last_used_at_ms bigint,
  revoked_at_ms bigint
);
create index api_tokens_user on api_tokens (user_id);

create table oidc_links (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at_ms bigint not null,
  primary key (issuer, subject)
);
create index oidc_links_user on oidc_links (user_id);

-- Sign-ins under way at the identity provider; in the database because the answer may reach another process.
create table oidc_requests (
  state text primary key,
  nonce text not null,
  code_verifier text not null,
  return_url text not null,
  -- Ties the answer to the browser that asked.
  browser_hash text not null,
  expires_at_ms bigint not null
);

create table login_attempts (
  id bigint generated always as identity primary key,
  email text not null,
  address text not null,
  at_ms bigint not null,
  succeeded boolean not null
);
create index login_attempts_email on login_attempts (email, at_ms);
create index login_attempts_address on login_attempts (address, at_ms);
create index login_attempts_age on login_attempts (at_ms);

create table audit_log (
  id bigint generated always as identity primary key,
  at_ms bigint not null,
  -- null: the system itself. No reference: the record outlives the user.
  user_id uuid,
  actor text not null,
  action text not null,
  entity_type text not null,
  entity_id text not null,
  site_id text,
  enterprise_id text,
  request_id text,
  details jsonb not null default '{}'
);
create index audit_log_time on audit_log (at_ms);
create index audit_log_entity on audit_log (entity_type, entity_id, at_ms);
create index audit_log_user on audit_log (user_id, at_ms);
create index audit_log_site on audit_log (site_id, at_ms);

-- Fleet ---------------------------------------------------------------------------------------------------------------------------

create table sites (
  id text primary key,
  segment_id text not null unique,
  enterprise_id text not null references enterprises (id),
  name text not null,
  visibility_state text not null default 'Unpublished' check (visibility_state in ('Published', 'Unpublished')),
  timezone text,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  signal_calc_period text not null default 'PT10M',
  country text,
  plant_operator text,
  portfolio text,
  energy_type text not null default 'PV' check (energy_type in ('PV', 'Wind', 'BESS', 'Hybrid')),
  operating_region text,
  -- Changes with every change of the site's tree: browsers keep trees under it.
  tree_version bigint not null default 1,
  -- null: ready. Else since when the site waits for its first recomputation, and why.
  pending_since_ms bigint,
  pending_why text,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  check ((pending_since_ms is null) = (pending_why is null))
);
create index sites_enterprise on sites (enterprise_id, id);

create table site_contractors (
  site_id text not null references sites (id) on delete cascade,
  enterprise_id text not null references enterprises (id) on delete cascade,
  primary key (site_id, enterprise_id)
);
create index site_contractors_enterprise on site_contractors (enterprise_id, site_id);

-- The site itself is the segment without a parent. `path` holds the ids from the site down, joined by '/', itself included:
-- everything below X is `site_id = ? and path like '<path of X>/%'`, in the order of the tree.
create table segments (
  id text primary key,
  site_id text not null references sites (id) on delete cascade,
  parent_id text references segments (id) on delete cascade deferrable initially deferred,
  path text collate "C" not null,
  level integer not null check (level >= 0),
  -- Order among the children of one parent.
  position integer not null default 0,
  name text not null,
  segment_type text not null,
  is_disabled boolean not null default false,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  check ((parent_id is null) = (level = 0))
);
create unique index segments_path on segments (site_id, path);
create unique index segments_root on segments (site_id) where parent_id is null;
create index segments_parent on segments (parent_id, position);
create index segments_type on segments (segment_type, site_id);
alter table sites add constraint sites_segment foreign key (segment_id) references segments (id) deferrable initially deferred;

-- A value holds from a local date of its site until the next row of the same attribute; -infinity: since ever; a null value ends the one before.
create table segment_metadata (
  segment_id text not null references segments (id) on delete cascade,
  attribute text not null,
  valid_from date not null default '-infinity',
  value jsonb check (jsonb_typeof(value) in ('number', 'string', 'boolean')),
  changed_by text not null,
  changed_at_ms bigint not null,
  primary key (segment_id, attribute, valid_from)
);

-- A new value with every change of who may see which site. Processes keep the map of sites to enterprises in memory under it.
create table fleet_version (
  only_row boolean primary key default true check (only_row),
  version uuid not null default gen_random_uuid()
);
insert into fleet_version default values;

create function change_fleet_version() returns trigger language plpgsql as $$
begin
  update fleet_version set version = gen_random_uuid();
  return null;
end $$;
create trigger sites_change_fleet_version after insert or delete or truncate or update of id, enterprise_id on sites
  for each statement execute function change_fleet_version();
create trigger site_contractors_change_fleet_version after insert or delete or truncate or update on site_contractors
  for each statement execute function change_fleet_version();

-- Workspace -----------------------------------------------------------------------------------------------------------------------

create table account_settings (
  user_id uuid primary key references users (id) on delete cascade,
  -- null: never chosen.
  selected_enterprise_ids text[],
  regional_format text,
  ui_theme text not null default 'system'
);

create table favorites (
  user_id uuid not null references users (id) on delete cascade,
  favorite_type text not null,
  favorite_data_id text not null references segments (id) on delete cascade,
  created_at_ms bigint not null,
  primary key (user_id, favorite_type, favorite_data_id)
);
create index favorites_data on favorites (favorite_data_id);

create table shared_urls (
  short_id text primary key,
  user_id uuid references users (id) on delete set null,
  page_name text not null,
  parameters jsonb not null,
  origin_tab_id text not null,
  created_at_ms bigint not null
);

create table features (
  name text primary key,
  is_on boolean not null
);

create table settings (
  name text primary key,
  value jsonb not null,
  changed_at_ms bigint not null
);

-- In the database and not in a folder: every process of the installation serves them, and one backup holds them.
create table files (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('image', 'csv', 'export')),
  file_name text not null,
  content_type text not null,
  byte_count bigint not null,
  created_at_ms bigint not null,
  -- null: kept until deleted.
  expires_at_ms bigint
);
create index files_user on files (user_id, created_at_ms);
create index files_expiry on files (expires_at_ms);

create table file_chunks (
  file_id uuid not null references files (id) on delete cascade,
  chunk_index integer not null,
  content bytea not null,
  primary key (file_id, chunk_index)
);

-- Jobs and messages ---------------------------------------------------------------------------------------------------------------

create table user_jobs (
  id uuid primary key,
  -- null: work of the system, shown to provider staff.
  user_id uuid references users (id) on delete cascade,
  kind text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'succeeded', 'failed')),
  progress double precision check (progress between 0 and 1),
  succeeded_count integer not null default 0,
  failed_count integer not null default 0,
  file_id uuid references files (id) on delete set null,
  message_key text,
  message_values jsonb not null default '{}',
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  finished_at_ms bigint
);
create index user_jobs_user on user_jobs (user_id, created_at_ms);
create index user_jobs_updated on user_jobs (updated_at_ms);

create table notices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('loading', 'success', 'error', 'info', 'warning')),
  message_key text not null,
  message_values jsonb not null default '{}',
  at_ms bigint not null,
  read_at_ms bigint
);
create index notices_user on notices (user_id, at_ms);
create index notices_age on notices (at_ms);

-- Newest change of each kind per site: what a reconnecting browser has missed.
create table site_changes (
  site_id text not null references sites (id) on delete cascade,
  what text not null check (what in ('points', 'events', 'results', 'tree', 'configuration')),
  at_ms bigint not null,
  from_ms bigint,
  to_ms bigint,
  primary key (site_id, what)
);
create index site_changes_time on site_changes (at_ms);

-- Arrivals ------------------------------------------------------------------------------------------------------------------------

create table ingestion_keys (
  id uuid primary key,
  name text not null,
  secret_hash text not null unique,
  created_by uuid references users (id) on delete set null,
  created_at_ms bigint not null,
  last_used_at_ms bigint,
  revoked_at_ms bigint
);

create table ingestion_key_sites (
  key_id uuid not null references ingestion_keys (id) on delete cascade,
  site_id text not null references sites (id) on delete cascade,
  primary key (key_id, site_id)
);
create index ingestion_key_sites_site on ingestion_key_sites (site_id);

-- Kept 30 days. `site_id` is null where the row names no device that we know.
create table ingestion_rejects (
  id bigint generated always as identity primary key,
  at_ms bigint not null,
  site_id text references sites (id) on delete cascade,
  key_id uuid references ingestion_keys (id) on delete set null,
  segment_id text,
  signal text,
  reason text not null,
  row_count integer not null,
  sample text not null
);
create index ingestion_rejects_site on ingestion_rejects (site_id, at_ms);
create index ingestion_rejects_age on ingestion_rejects (at_ms);

create table site_arrivals (
  site_id text primary key references sites (id) on delete cascade,
  last_point_ms bigint,
  last_received_ms bigint
);

create table site_arrival_hours (
  site_id text not null references sites (id) on delete cascade,
  hour_start_ms bigint not null,
  points bigint not null default 0,
  rejected bigint not null default 0,
  primary key (site_id, hour_start_ms)
);
create index site_arrival_hours_age on site_arrival_hours (hour_start_ms);

-- Event codes as the plant sent them; the same device, code and start replaces what was there.
create table raw_events (
  segment_id text not null references segments (id) on delete cascade,
  code text not null,
  start_ms bigint not null,
  -- null: still open.
  end_ms bigint,
  site_id text not null references sites (id) on delete cascade,
  message text not null default '',
  received_at_ms bigint not null,
  primary key (segment_id, code, start_ms)
);
create index raw_events_site on raw_events (site_id, start_ms);
create index raw_events_received on raw_events (site_id, received_at_ms);

-- Site-days to compute anew. `mark` grows with every arrival: a worker deletes the row only if the mark is the one it began with.
create table dirty_site_days (
  site_id text not null references sites (id) on delete cascade,
  day date not null,
  mark bigint not null default 1,
  -- Above 0: somebody waits for it.
  priority smallint not null default 0,
  marked_at_ms bigint not null,
  claimed_at_ms bigint,
  claimed_by text,
  primary key (site_id, day)
);
create index dirty_site_days_order on dirty_site_days (priority desc, day desc);

create table demo_state (
  only_row boolean primary key default true check (only_row),
  stage text not null check (stage in ('recent', 'history', 'live')),
  share double precision not null check (share between 0 and 1),
  -- What is loaded already, for the loader to go on from.
  cursor jsonb not null default '{}',
  updated_at_ms bigint not null
);
