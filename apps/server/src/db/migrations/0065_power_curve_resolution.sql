-- Interval of the sites that a curve was made for, as its upload states it; null: not stated, as for every curve saved so far.
alter table power_curves add column resolution_minutes smallint check (resolution_minutes between 1 and 1440);

-- Imports are reverted only where what they wrote is unchanged: rows recorded before have no resolution.
update uploads set undo = jsonb_set(jsonb_set(undo,
    '{before,rows}', (select coalesce(jsonb_agg(row || '{"resolutionMinutes":null}'), '[]') from jsonb_array_elements(undo #> '{before,rows}') row)),
    '{after,rows}', (select coalesce(jsonb_agg(row || '{"resolutionMinutes":null}'), '[]') from jsonb_array_elements(undo #> '{after,rows}') row))
  where kind = 'powerCurves' and undo is not null;
