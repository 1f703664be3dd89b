-- What the loss walk, the energy ledger and the availability of any period are made of: sums of one day, written together with its points under the
-- version of the row. null: the day was computed before they were kept, or the site has no such thing.
alter table site_days
  add column walk jsonb,
  add column ledger jsonb,
  add column availability jsonb;
