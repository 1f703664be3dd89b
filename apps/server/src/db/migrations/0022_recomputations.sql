-- What a saved configuration has computed anew: a job of whoever saved it that is done day by day by whoever computes, and that everybody sees who
-- sees all of its sites.
create table recomputations (
  job_id uuid primary key references user_jobs (id) on delete cascade,
  -- Its days are those that were marked from here to here, as far as nothing marked them again.
  marked_from_ms bigint not null,
  marked_until_ms bigint not null,
  total_days integer not null
);

create table recomputation_sites (
  job_id uuid not null references recomputations (job_id) on delete cascade,
  site_id text not null references sites (id) on delete cascade,
  left_days integer not null,
  -- Days that could not be computed; they are tried again, but nobody waits for them here.
  failed_days integer not null default 0,
  primary key (job_id, site_id)
);
-- Whoever has computed days of a site asks who waits for them.
create index recomputation_sites_waiting on recomputation_sites (site_id) where left_days > 0;
