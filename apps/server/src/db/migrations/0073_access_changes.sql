-- Tells of every change of what a session is judged by. With the embedded database a session is kept in memory until then (decision 0192).
create function announce_access_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('solvane', '{"to":"access"}');
  return null;
end $$;
-- A session that is only extended stays as it is.
create trigger sessions_announce_access after delete or truncate or update of secret_hash, user_id, csrf_token, view_as_role_id, view_as_enterprise_id, view_key_id
  on sessions for each statement execute function announce_access_change();
create trigger users_announce_access after delete or truncate or update of name, is_provider, disabled_at_ms
  on users for each statement execute function announce_access_change();
create trigger memberships_announce_access after insert or delete or truncate or update
  on memberships for each statement execute function announce_access_change();
create trigger role_permissions_announce_access after insert or delete or truncate or update
  on role_permissions for each statement execute function announce_access_change();
create trigger view_keys_announce_access after delete or truncate or update of user_id, name, site_ids
  on view_keys for each statement execute function announce_access_change();
create trigger fleet_version_announce_access after insert or delete or truncate or update
  on fleet_version for each statement execute function announce_access_change();
create trigger inventory_versions_announce_access after insert or delete or truncate or update
  on inventory_versions for each statement execute function announce_access_change();
