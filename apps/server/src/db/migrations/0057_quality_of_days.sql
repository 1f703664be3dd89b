-- What the data quality of any period of a site is made of: sums of one day by quantity, and the signals with flaws. null: the day was computed before
-- it was kept.
alter table site_days add column quality jsonb;
-- Why a version of the rules was saved.
alter table quality_versions add column note text not null default '';
