-- Days with generators that lack expected power: sites ask for those of the last week whenever their state is read, and most have none.
create index site_days_with_gaps on site_days (site_id, day) where expectation_gaps <> '[]'::jsonb;
