-- A new value with every change of what exists: devices and their attributes ('fleet'), numbers of series ('series'). Read together with the session, they
-- are what processes keep their look-ups in memory under. Two rows, so that registering a signal does not wait for an import of a fleet.
create table inventory_versions (
  topic text primary key,
  version uuid not null default gen_random_uuid()
);
insert into inventory_versions (topic) values ('fleet'), ('series');

create function change_inventory_version() returns trigger language plpgsql as $$
begin
  update inventory_versions set version = gen_random_uuid() where topic = tg_argv[0];
  return null;
end $$;
create trigger sites_change_inventory after insert or delete or truncate or update on sites
  for each statement execute function change_inventory_version('fleet');
create trigger segments_change_inventory after insert or delete or truncate or update on segments
  for each statement execute function change_inventory_version('fleet');
create trigger segment_metadata_change_inventory after insert or delete or truncate or update on segment_metadata
  for each statement execute function change_inventory_version('fleet');
create trigger series_change_inventory after insert or delete or truncate or update on series
  for each statement execute function change_inventory_version('series');
