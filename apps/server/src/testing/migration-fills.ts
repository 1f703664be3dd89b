/**
 * Rows that a database may hold when the next migration comes, by the migration that made their tables: at least one in every table. A migration is
 * proven on all fills before it, so each one that makes a table or a column brings its own.
 */
export const MIGRATION_FILLS: Readonly<Record<string, string>> = {
  '0001_foundation': `
    insert into enterprises values ('E1', 'Solvind', 1), ('E2', 'Nordic', 1);
    insert into users (id, email, name, created_at_ms) values ('00000000-0000-4000-8000-000000000001', 'Maria@Example.test', 'Maria', 1);
    insert into roles values ('admin', 'Administrator', 1);
    insert into role_permissions values ('admin', 'PageEventLogs');
    insert into memberships values ('00000000-0000-4000-8000-000000000001', 'E1', 'admin', 1);
    insert into sessions (id, secret_hash, user_id, csrf_token, created_at_ms, expires_at_ms)
      values ('00000000-0000-4000-8000-000000000002', 'hash', '00000000-0000-4000-8000-000000000001', 'token', 1, 2);
    insert into api_tokens (id, user_id, name, secret_hash, site_ids, read_only, created_at_ms, expires_at_ms)
      values ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000001', 'script', 'hash', '{S1}', true, 1, 2);
    insert into oidc_links values ('https://id.example', 'maria', '00000000-0000-4000-8000-000000000001', 1);
    insert into oidc_requests values ('state', 'nonce', 'verifier', '/', 'hash', 2);
    insert into login_attempts (email, address, at_ms, succeeded) values ('maria@example.test', '127.0.0.1', 1, true);
    insert into audit_log (at_ms, actor, action, entity_type, entity_id) values (1, 'Maria', 'site.create', 'site', 'S1');
    begin;
    insert into sites (id, segment_id, enterprise_id, name, pending_since_ms, pending_why, created_at_ms, updated_at_ms)
      values ('S1', 'S1-root', 'E1', 'Ljungby', 1, 'new', 1, 1);
    insert into segments values ('S1-root', 'S1', null, 'S1-root', 0, 0, 'Ljungby', 'Site', false, 1, 1);
    insert into segments values ('S1-INV1', 'S1', 'S1-root', 'S1-root/S1-INV1', 1, 0, 'Inverter 1', 'Inverter', false, 1, 1);
    commit;
    insert into segment_metadata values ('S1-INV1', 'ratedPowerKw', '2026-01-01', '100', 'Maria', 1), ('S1-INV1', 'model', default, null, 'Maria', 1);
    insert into site_contractors values ('S1', 'E2');
    insert into account_settings values ('00000000-0000-4000-8000-000000000001', '{E1}', 'sv-SE', 'dark');
    insert into favorites values ('00000000-0000-4000-8000-000000000001', 'Device', 'S1-INV1', 1);
    insert into shared_urls values ('abcd1234', '00000000-0000-4000-8000-000000000001', 'dataStudio', '{}', 'tab', 1);
    insert into features values ('dataUpload', false);
    insert into settings values ('access.setupCode', '"hash"', 1);
    insert into files values ('00000000-0000-4000-8000-000000000004', '00000000-0000-4000-8000-000000000001', 'csv', 'a.csv', 'text/csv', 1, 1, null);
    insert into file_chunks values ('00000000-0000-4000-8000-000000000004', 0, '\\x00');
    insert into user_jobs (id, user_id, kind, file_id, created_at_ms, updated_at_ms) values ('00000000-0000-4000-8000-000000000005',
      '00000000-0000-4000-8000-000000000001', 'signals.export', '00000000-0000-4000-8000-000000000004', 1, 1);
    insert into notices values ('00000000-0000-4000-8000-000000000006', '00000000-0000-4000-8000-000000000001', 'info', 'Key', '{}', 1, null);
    insert into site_changes values ('S1', 'points', 1, 0, 1);
    insert into ingestion_keys (id, name, secret_hash, created_at_ms) values ('00000000-0000-4000-8000-000000000007', 'logger', 'hash', 1);
    insert into ingestion_key_sites values ('00000000-0000-4000-8000-000000000007', 'S1');
    insert into ingestion_rejects (at_ms, site_id, reason, row_count, sample) values (1, 'S1', 'inFuture', 1, 'x'), (1, null, 'unknownDevice', 1, 'y');
    insert into site_arrivals values ('S1', 1, 1);
    insert into site_arrival_hours values ('S1', 0, 10, 1);
    insert into raw_events values ('S1-INV1', 'E42', 1, null, 'S1', '', 1);
    insert into dirty_site_days (site_id, day, marked_at_ms) values ('S1', '2026-01-01', 1);
    insert into demo_state values (true, 'recent', 0.5, '{}', 1);`,
  '0002_views_and_summaries': `
    update sessions set view_as_role_id = 'admin', view_as_enterprise_id = 'E1';
    update sites set segment_count = 2, rated_power_kw = 100;`,
  '0003_finished_imports': `insert into finished_imports values ('hash', '/data/a.csv', 10, 1);`,
  '0004_series': `
    insert into series_blocks values (1, 'S1', 'raw', 1);
    insert into series values (256, 1, 'S1-INV1', 'ActivePower', 'Raw', 1);`,
  '0005_configuration': `
    insert into quality_configurations values ('00000000-0000-4000-8000-000000000021', 'E1', 'Ours', '', 'Maria', 1);
    insert into quality_versions values ('00000000-0000-4000-8000-000000000021', 1, default, '{"signals": []}', 'Maria', 1);
    insert into quality_sites (site_id, configuration_id) values ('S1', '00000000-0000-4000-8000-000000000021');
    insert into power_curves values ('00000000-0000-4000-8000-000000000022', 'E1', 'V90', 'Nominal', '{3,25}', '{0,2000}', 1.225, 0, 2, 0, 360,
      null, null, null, null, null, null, 'Maria', 1);
    insert into power_curve_devices values ('00000000-0000-4000-8000-000000000022', 'S1-INV1');
    insert into expected_coefficients values ('S1-INV1', '2026-01-01', 1, 0.9, 0.005, 20, null);
    insert into budgets values ('S1', '2026-01-01', 1000, null);
    insert into reference_turbines values ('S1-INV1', default, '{S1-INV2}');
    insert into tariffs values ('S1', 0, 'EUR', '{"kind": "fixed", "price": 45}');
    insert into event_code_sets values ('00000000-0000-4000-8000-000000000023', null, 'Sungrow', 'Sungrow', default, 'PVPlant', 'Maria', 1);
    insert into event_codes values ('00000000-0000-4000-8000-000000000023', 'E42', 'Forced outage', 'Downtime', null, 'Fan');
    insert into event_code_overrides values ('00000000-0000-4000-8000-000000000023', 'E42', 'E1', 'S1', 'Grid outage', null, null, 'Maria', 1);
    insert into event_category_sets values ('00000000-0000-4000-8000-000000000024', 'E1', 'Ours', 'PVPlant', true, 'Maria', 1);
    insert into event_categories values ('00000000-0000-4000-8000-000000000024', 'Forced outage', 'Downtime', 'FO', 1);
    insert into contract_configurations values ('00000000-0000-4000-8000-000000000025', 'E1', 'O&M', '', 'PV', '2026-01-01', '2027-01-01',
      '00000000-0000-4000-8000-000000000024', '{}', 'Maria', 1);
    insert into contract_sites values ('00000000-0000-4000-8000-000000000025', 'S1');`,
  '0007_site_days': `
    insert into site_computations (site_id, recent_due_at_ms, claim, claimed_by, lease_until_ms)
      values ('S1', 1, '00000000-0000-4000-8000-000000000009', 'worker', 2);
    insert into site_days (site_id, day, computed_at_ms, horizon_ms, configuration_hash, detected, evidence) values ('S1', '2026-01-01', 1, 1, 'hash', '[]', '{}');
    update dirty_site_days set failures = 1, error = 'no';`,
  '0008_events': `
    insert into group_events (id, site_id, segment_id, start_ms, end_ms, is_open, code, event_type, category, priority, updated_at_ms)
      values ('00000000-0000-4000-8000-000000000011', 'S1', 'S1-INV1', 1, 2, false, 'E42', 'Downtime', 'Forced outage', 104, 1);
    insert into event_day_losses values ('00000000-0000-4000-8000-000000000011', '2026-01-01', 1, 2);
    insert into event_moves values ('00000000-0000-4000-8000-000000000012', '00000000-0000-4000-8000-000000000011');
    insert into event_edits (id, deed_id, action, kind, site_id, segment_id, start_ms, end_ms, author, at_ms)
      values ('00000000-0000-4000-8000-000000000013', '00000000-0000-4000-8000-000000000014', 'delete', 'void', 'S1', 'S1-INV1', 1, 2, 'Maria', 1);
    insert into event_comments (id, event_id, author, at_ms, text)
      values ('00000000-0000-4000-8000-000000000015', '00000000-0000-4000-8000-000000000011', 'Maria', 1, 'Fan');
    insert into event_locks values ('S1', 1, null, 'Maria', 1);
    insert into event_loss_deltas (site_id, day, event_id, at_ms, energy_kwh, revenue)
      values ('S1', '2026-01-01', '00000000-0000-4000-8000-000000000011', 1, 1, 1);
    insert into event_views values ('00000000-0000-4000-8000-000000000016', 'Mine', '00000000-0000-4000-8000-000000000001', null, '{}', 1);
    insert into event_view_defaults values ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000016');
    insert into work_orders (id, event_id, title, author, created_at_ms, updated_at_ms)
      values ('00000000-0000-4000-8000-000000000017', '00000000-0000-4000-8000-000000000011', 'Fan', 'Maria', 1, 1);
    insert into event_jobs values ('00000000-0000-4000-8000-000000000018', '00000000-0000-4000-8000-000000000001', '{}', 1);
    insert into event_job_rows values ('00000000-0000-4000-8000-000000000018', '00000000-0000-4000-8000-000000000011', null, null);`,
  '0009_calendars_and_demo': `
    insert into site_calendars values ('S1', 'UTC', 'PT10M') on conflict do nothing;
    insert into view_keys values ('00000000-0000-4000-8000-000000000010', '00000000-0000-4000-8000-000000000001', 'Wall', 'hash', '{S1}', 1, null);
    update sessions set view_key_id = '00000000-0000-4000-8000-000000000010';`,
  '0012_plant_commands': `
    insert into plant_commands (id, kind, site_id, segment_id, code, author, requested_at_ms, expires_at_ms)
      values ('00000000-0000-4000-8000-000000000019', 'reset', 'S1', 'S1-INV1', 'E42', 'Maria', 1, 2);`,
  '0011_memory_versions': `update site_days set memory_version = 2;`,
  '0016_seen_event_codes': `
    insert into seen_event_codes values ('S1-INV1', 'E43', 'Fan', 2, 1, 5);`,
  '0019_contracts_and_budgets': `
    update contract_configurations set archived_at_ms = 1;
    update budgets set cell_temperature = 38, performance_ratio = 84, availability = 98, price_per_mwh = 60;`,
  '0068_budget_quantiles': `update budgets set energy_p75_kwh = 950, energy_p90_kwh = 900, wind_speed = 7.5;`,
  '0021_event_day_sums': `insert into event_day_sums values ('S1', 20454, 'Downtime', false, false, false, 1, 60000, 10, null);`,
  '0022_recomputations': `
    insert into recomputations values ('00000000-0000-4000-8000-000000000005', 1, 1, 3);
    insert into recomputation_sites values ('00000000-0000-4000-8000-000000000005', 'S1', 2, 0);`,
  '0025_rating_baselines': `insert into rating_baselines values ('S1-INV1', 'S1', '2025-01-01', '2025-12-31', 0.92, 9000, 1);`,
  '0034_file_scope': `update files set site_ids = '{S1}', permission = 'PageDataStudio';`,
  '0031_dark_silences': `update site_days set dark_silences = '[{"deviceId":"S1-INV1","days":8}]';`,
  '0027_rule_removals': `insert into rule_removals values ('S1', '2025-06-01', 'S1-INV1', 'ActivePower', 'flatline', 91, 144);`,
  '0033_known_browsers': `insert into known_browsers (secret_hash, user_id, last_used_at_ms) select 'a hash', id, 1 from users limit 1;`,
  '0036_configuration_versions': `
    insert into configuration_versions values ('eventCategorySet', '00000000-0000-4000-8000-000000000024', '', 1, 'hash', '{}', '', 'Maria', 1);`,
  '0040_dashboards': `
    insert into dashboards values ('d1', 'E1', '00000000-0000-4000-8000-000000000001', 'Operations', '', '{wind}', '[]', '{}', '{Wind}', null, 1, 'Maria', 1);
    insert into dashboard_shares values ('d1', 'enterprise', 'E2', 'read');
    insert into dashboard_visits values ('00000000-0000-4000-8000-000000000001', 'd1', true, 1);
    insert into dashboard_homes values ('00000000-0000-4000-8000-000000000001', 'd1');
    insert into enterprise_homes values ('E1', 'd1', 'Maria', 1);`,
  '0041_data_invalidations': `
    insert into data_invalidations (change_id, site_id, segment_id, ap_code, start_ms, end_ms, is_invalid, reason, user_id, author, at_ms)
      values ('00000000-0000-4000-8000-000000000026', 'S1', 'S1-INV1', 'ActivePower', 1, 2, true, 'Fan',
        '00000000-0000-4000-8000-000000000001', 'Maria', 1);`,
  '0053_saved_views': `
    insert into saved_views values ('00000000-0000-4000-8000-000000000027', 'Curves', '00000000-0000-4000-8000-000000000001', 'E1', '{}', 1, 'data-studio', 2);
    insert into saved_view_defaults values ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000027', 'data-studio');`,
  '0058_quality_backtests': `
    insert into quality_backtests (id, user_id, site_id, request, days, created_at_ms)
      values ('00000000-0000-4000-8000-000000000058', '00000000-0000-4000-8000-000000000001', 'S1', '{}', 90, 1);`,
  '0057_quality_of_days': `
    update site_days set quality = '{}';
    update quality_versions set note = 'Tighter range';`,
  '0054_formulas': `
    insert into formulas values ('00000000-0000-4000-8000-000000000028', 'Ratio', '00000000-0000-4000-8000-000000000001', 'E1', 'ActivePower', 'kW', 'avg', 'sum', 1, 1);`,
  '0055_annotations': `
    insert into annotations values ('00000000-0000-4000-8000-000000000029', 'S1', 'S1-INV1', 'ActivePower||Raw', 1, 2, 'Fan',
      '00000000-0000-4000-8000-000000000001', 'Maria', 1, 1);`,
  '0056_studio_options': `insert into studio_options values ('00000000-0000-4000-8000-000000000001', '{}');`,
  '0064_uploads': `
    insert into uploads (id, kind, state, file_id, user_id, author, created_at_ms)
      select '00000000-0000-4000-8000-000000000064', 'budgets', 'review', id, user_id, 'Maria', 1 from files limit 1;
    insert into upload_rows values ('00000000-0000-4000-8000-000000000064', 'Budgets', 0, 0, '[]');
    insert into upload_findings values ('00000000-0000-4000-8000-000000000064', 0, '{"code":"noRows"}');`,
  '0071_contract_terms': `
    update contract_configurations set earlier_terms = '[{"validTo":"2026-01-01","terms":{}}]';
    insert into contract_unlocks values ('00000000-0000-4000-8000-000000000071', '00000000-0000-4000-8000-000000000025', 'S1', '2026-01-01',
      '{}', 'Maria', 1, 'Maria', 2, 'Wrong meter');`,
  '0065_power_curve_resolution': `update power_curves set resolution_minutes = 10;`,
  '0060_contract_results': `
    update site_days set account = '{"sources":{},"events":[],"unknown":{"noData":0,"withoutExpectation":0,"unmonitored":0}}';
    insert into site_month_sums values ('S1', '2026-01-01', 1, '[]', 1, 1);
    insert into contract_months values ('00000000-0000-4000-8000-000000000025', 'S1', '2026-01-01', '{}', 'Maria', 1,
      '00000000-0000-4000-8000-000000000001', 1, '[]');
    insert into contract_settlements values ('00000000-0000-4000-8000-000000000027', '00000000-0000-4000-8000-000000000025', 'S1', '2026-01-01',
      '2026-02-01', '[]', 'Maria', 1);`,
  '0018_results_of_days': `update site_days set walk = '{}', ledger = '{}', availability = '[]';`,
};

/** Tables that a migration gave another name, as they were called before. */
export const RENAMED_TABLES: Readonly<Record<string, string>> = {
  event_views: 'saved_views',
  event_view_defaults: 'saved_view_defaults',
};
