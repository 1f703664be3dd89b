-- Calculated signals: formulas over signals, of a user and shared with an enterprise or not. Their values are computed when they are read.
create table formulas (
  id uuid primary key,
  name text not null,
  user_id uuid not null references users (id) on delete cascade,
  -- null: only its owner sees it.
  shared_with text references enterprises (id) on delete cascade,
  text text not null,
  -- null: the usual unit of its dimension.
  unit text,
  time_aggregation text not null,
  tree_aggregation text not null,
  revision integer not null default 1,
  updated_at_ms bigint not null
);
create index formulas_user on formulas (user_id);
