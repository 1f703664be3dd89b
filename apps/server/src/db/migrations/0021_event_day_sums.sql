-- What the events of a site that began on one day of UTC sum up to, by what nearly every question of the log tells apart: totals of a million events
-- are read from here. No key: rows of a day are replaced as a whole, in one statement.
create table event_day_sums (
  site_id text not null,
  -- Days since 1970-01-01.
  day integer not null,
  event_type text not null,
  is_acknowledged boolean not null,
  is_promoted boolean not null,
  -- Shown on a parent.
  is_member boolean not null,
  event_count integer not null,
  duration_ms bigint not null,
  -- null: as of the events, of which none has any.
  lost_energy_kwh double precision,
  revenue_loss double precision
);
create index event_day_sums_site on event_day_sums (site_id, day);

-- Days whose sums do not hold any more: until they are summed up anew their events are read instead. It only grows between two such times, whatever
-- stands in it already: an entry that a summing up is about to take away says nothing about a change that it does not see.
create table event_days_changed (
  site_id text not null,
  day integer not null
);

create function note_changed_event_days() returns trigger language plpgsql as $$
begin
  insert into event_days_changed select distinct site_id, (start_ms / 86400000)::integer from changed;
  return null;
end $$;

create trigger group_events_inserted after insert on group_events referencing new table as changed
  for each statement execute function note_changed_event_days();
create trigger group_events_updated_from after update on group_events referencing old table as changed
  for each statement execute function note_changed_event_days();
create trigger group_events_updated_to after update on group_events referencing new table as changed
  for each statement execute function note_changed_event_days();
create trigger group_events_deleted after delete on group_events referencing old table as changed
  for each statement execute function note_changed_event_days();

insert into event_days_changed select distinct site_id, (start_ms / 86400000)::integer from group_events;
