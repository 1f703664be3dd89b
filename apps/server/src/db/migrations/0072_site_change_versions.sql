-- Another one with every change: what was read of a site holds for as long as its versions do.
alter table site_changes add column version uuid not null default gen_random_uuid();
