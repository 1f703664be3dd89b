-- What calculations are told beside devices and their attributes. Days are local days of the site they are applied to: '-infinity' holds since ever,
-- 'infinity' until further notice, and the last day is the first one that is not meant any more. Overlaps are refused by the transaction that would
-- make them, under one lock for all configuration (an exclusion constraint needs an extension that the embedded database does not have).

-- Data quality --------------------------------------------------------------------------------------------------------------------

create table quality_configurations (
  id uuid primary key,
  enterprise_id text not null references enterprises (id) on delete cascade,
  name text not null,
  description text not null default '',
  updated_by text not null,
  updated_at_ms bigint not null
);
create unique index quality_configurations_name on quality_configurations (enterprise_id, lower(name));

-- Every version is kept. On a day that one holds whose beginning is the latest up to it; of equals the one saved last.
create table quality_versions (
  configuration_id uuid not null references quality_configurations (id) on delete cascade,
  version integer not null,
  effective_from date not null default '-infinity',
  content jsonb not null,
  saved_by text not null,
  saved_at_ms bigint not null,
  primary key (configuration_id, version)
);

create table quality_sites (
  site_id text not null references sites (id) on delete cascade,
  configuration_id uuid not null references quality_configurations (id),
  valid_from date not null default '-infinity',
  valid_to date not null default 'infinity',
  primary key (site_id, valid_from),
  check (valid_from < valid_to)
);
create index quality_sites_configuration on quality_sites (configuration_id);

-- Models --------------------------------------------------------------------------------------------------------------------------

create table power_curves (
  id uuid primary key,
  enterprise_id text not null references enterprises (id) on delete cascade,
  name text not null,
  type text not null check (type in ('Nominal', 'Warranted', 'Effective', 'Reference')),
  -- [m/s] and [kW], by rising wind speed.
  wind_speed double precision[] not null,
  power double precision[] not null,
  air_density double precision not null,
  air_density_min double precision not null,
  air_density_max double precision not null,
  wind_direction_min double precision not null,
  wind_direction_max double precision not null,
  -- Month · 100 + day, both included. null: all year.
  day_from integer,
  day_to integer,
  -- Minutes of the local day, half open. null: all day.
  minute_from integer,
  minute_to integer,
  -- null: not limited.
  effective_start_ms bigint,
  effective_end_ms bigint,
  uploaded_by text not null,
  uploaded_ms bigint not null,
  check (effective_start_ms < effective_end_ms)
);
create unique index power_curves_name on power_curves (enterprise_id, lower(name));

create table power_curve_devices (
  curve_id uuid not null references power_curves (id) on delete cascade,
  segment_id text not null references segments (id) on delete cascade,
  primary key (curve_id, segment_id)
);
create index power_curve_devices_segment on power_curve_devices (segment_id);

create table expected_coefficients (
  segment_id text not null references segments (id) on delete cascade,
  effective_from date not null,
  month smallint not null check (month between 1 and 12),
  -- null: the cell was empty.
  coefficient double precision,
  degradation_per_year double precision not null,
  min_irradiance double precision not null,
  -- null: the AC rating of the device.
  ac_limit double precision,
  primary key (segment_id, effective_from, month)
);

create table budgets (
  site_id text not null references sites (id) on delete cascade,
  -- First day of the month.
  month date not null,
  energy_kwh double precision not null,
  -- What the budget was made with, kWh/m² for light or kWh of the nominal curve for wind. null: not stated.
  resource double precision,
  primary key (site_id, month)
);

create table reference_turbines (
  segment_id text not null references segments (id) on delete cascade,
  effective_from date not null default '-infinity',
  -- Asked in this order.
  reference_ids text[] not null,
  primary key (segment_id, effective_from)
);

create table tariffs (
  site_id text not null references sites (id) on delete cascade,
  valid_from_ms bigint not null,
  currency text not null,
  price jsonb not null,
  primary key (site_id, valid_from_ms)
);

-- Event codes and categories ------------------------------------------------------------------------------------------------------

create table event_code_sets (
  id uuid primary key,
  -- null: for everybody.
  enterprise_id text references enterprises (id) on delete cascade,
  name text not null,
  manufacturer text not null,
  -- Empty: every model of the manufacturer.
  models text[] not null default '{}',
  energy_type text not null check (energy_type in ('All', 'PVPlant', 'Wind', 'Battery')),
  updated_by text not null,
  updated_at_ms bigint not null
);
create unique index event_code_sets_name on event_code_sets (coalesce(enterprise_id, ''), lower(name));

create table event_codes (
  set_id uuid not null references event_code_sets (id) on delete cascade,
  code text not null,
  category text not null,
  event_type text not null,
  -- null: by type and rank of the category.
  priority integer,
  description text not null default '',
  primary key (set_id, code)
);

-- What an enterprise, or one of its sites, says differently; null: not that.
create table event_code_overrides (
  set_id uuid not null references event_code_sets (id) on delete cascade,
  code text not null,
  enterprise_id text not null references enterprises (id) on delete cascade,
  -- null: of the enterprise.
  site_id text references sites (id) on delete cascade,
  category text,
  event_type text,
  priority integer,
  updated_by text not null,
  updated_at_ms bigint not null,
  check (category is not null or event_type is not null or priority is not null)
);
create unique index event_code_overrides_cell on event_code_overrides (set_id, code, enterprise_id, coalesce(site_id, ''));

create table event_category_sets (
  id uuid primary key,
  enterprise_id text not null references enterprises (id) on delete cascade,
  name text not null,
  energy_type text not null check (energy_type in ('All', 'PVPlant', 'Wind', 'Battery')),
  -- Devices of the enterprise use it instead of the one every installation begins with.
  is_in_use boolean not null,
  updated_by text not null,
  updated_at_ms bigint not null
);
create unique index event_category_sets_name on event_category_sets (enterprise_id, lower(name));
create unique index event_category_sets_in_use on event_category_sets (enterprise_id, energy_type) where is_in_use;

create table event_categories (
  set_id uuid not null references event_category_sets (id) on delete cascade,
  name text not null,
  event_type text not null,
  time_category text not null,
  rank integer not null,
  primary key (set_id, name),
  -- Deferred: two categories that change places are wrong only if they end so.
  constraint event_categories_rank unique (set_id, rank) deferrable initially deferred
);

-- Contracts -----------------------------------------------------------------------------------------------------------------------

create table contract_configurations (
  id uuid primary key,
  enterprise_id text not null references enterprises (id) on delete cascade,
  name text not null,
  description text not null default '',
  energy_type text not null check (energy_type in ('PV', 'Wind', 'BESS', 'Hybrid')),
  valid_from date not null default '-infinity',
  valid_to date not null default 'infinity',
  loss_category_set_id uuid references event_category_sets (id),
  content jsonb not null,
  updated_by text not null,
  updated_at_ms bigint not null,
  check (valid_from < valid_to)
);
create unique index contract_configurations_name on contract_configurations (enterprise_id, lower(name));
create index contract_configurations_categories on contract_configurations (loss_category_set_id);

create table contract_sites (
  configuration_id uuid not null references contract_configurations (id) on delete cascade,
  site_id text not null references sites (id) on delete cascade,
  primary key (configuration_id, site_id)
);
create index contract_sites_site on contract_sites (site_id);
