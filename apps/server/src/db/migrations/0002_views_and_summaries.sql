-- Provider staff may look at the product as a role of an enterprise sees it: the session remembers it. Both or neither.
alter table sessions
  add column view_as_role_id text references roles (id) on delete set null,
  add column view_as_enterprise_id text references enterprises (id) on delete set null;

-- What lists of sites show of the tree, kept with every change of the tree or of a rating: counting 100,000 segments for each list takes 60 ms.
-- null: no rating known.
alter table sites
  add column segment_count integer not null default 1,
  add column rated_power_kw double precision;
