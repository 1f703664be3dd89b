create table dashboards (
  id text primary key,
  enterprise_id text not null references enterprises (id) on delete cascade,
  -- null: the account does not exist any more; those it is shared with keep it.
  owner_id uuid references users (id) on delete set null,
  title text not null,
  description text not null,
  tags text[] not null,
  -- As sent; settings are upgraded when read. Of one that follows a template: empty.
  widgets jsonb not null,
  defaults jsonb not null,
  -- Kinds of sites that it is a template for, empty: every kind. null: no template.
  template_energy_types text[],
  -- No reference: some templates come with the product. null: its widgets are its own.
  template_id text,
  created_at_ms bigint not null,
  updated_by text not null,
  updated_at_ms bigint not null
);
create index dashboards_owner on dashboards (owner_id);
create index dashboards_enterprise on dashboards (enterprise_id);
create index dashboards_template on dashboards (template_id) where template_id is not null;

create table dashboard_shares (
  dashboard_id text not null references dashboards (id) on delete cascade,
  kind text not null check (kind in ('user', 'role', 'enterprise')),
  -- Of a user, a role or an enterprise; a role counts in the enterprise of the dashboard.
  subject_id text not null,
  access text not null check (access in ('read', 'edit')),
  primary key (dashboard_id, kind, subject_id)
);
create index dashboard_shares_subject on dashboard_shares (kind, subject_id);

-- What a user did with a dashboard. No reference: some dashboards come with the product.
create table dashboard_visits (
  user_id uuid not null references users (id) on delete cascade,
  dashboard_id text not null,
  is_favorite boolean not null default false,
  -- null: never opened.
  opened_at_ms bigint,
  primary key (user_id, dashboard_id)
);
create index dashboard_visits_dashboard on dashboard_visits (dashboard_id);

create table dashboard_homes (
  user_id uuid primary key references users (id) on delete cascade,
  dashboard_id text not null
);
create table enterprise_homes (
  enterprise_id text primary key references enterprises (id) on delete cascade,
  dashboard_id text not null,
  updated_by text not null,
  updated_at_ms bigint not null
);
