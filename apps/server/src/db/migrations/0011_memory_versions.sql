-- What later days learn from a day has a form of its own, which a newer product may not read: such days are computed again and learned from anew.
alter table site_days add column memory_version integer not null default 0;
