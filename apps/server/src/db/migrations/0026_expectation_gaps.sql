-- Generators without expected power in part of a day or all of it, and why. null: computed before it was kept.
alter table site_days add column expectation_gaps jsonb;
