-- Each saved state of a configuration: its history, to compare and to restore.
create table configuration_versions (
  kind text not null,
  entity_id text not null,
  -- Part of the entity with a history of its own, as the site of overrides. Empty: the entity itself.
  scope text not null default '',
  version integer not null,
  -- Hash of the content: a save that changes nothing is no version.
  revision text not null,
  content jsonb not null,
  note text not null default '',
  saved_by text not null,
  saved_at_ms bigint not null,
  primary key (kind, entity_id, scope, version)
);
