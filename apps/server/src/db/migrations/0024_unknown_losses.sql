-- Of how many events of a day the loss is not known: a sum says so, a missing price is not zero.
alter table event_day_sums add column energy_unknown integer not null default 0, add column revenue_unknown integer not null default 0;
alter table event_day_sums alter column energy_unknown drop default, alter column revenue_unknown drop default;

-- What was summed up before does not know it: all days are summed up anew, and their events are read until then.
insert into event_days_changed
  select site_id, (start_ms / 86400000)::integer from group_events except select site_id, day from event_days_changed;
