-- A contract that is put away stays readable, because the days it counted stay counted. null: in use.
alter table contract_configurations add column archived_at_ms bigint;

-- What a budget says beside energy. The first is what walks from the budget need to tell warmth from losses; null: not stated.
alter table budgets
  add column cell_temperature double precision,
  add column performance_ratio double precision,
  add column availability double precision,
  add column price_per_mwh double precision;
