-- Revenue of events is the sum of what has a price; how much has none is counted beside it.
alter table event_day_losses add column unpriced integer not null default 0;
alter table group_events add column loss_days integer not null default 0, add column unpriced_days integer not null default 0;
-- How many intervals had no price is not known of earlier days: at least one.
update event_day_losses set unpriced = 1 where energy_kwh <> 0 and revenue is null;
update group_events as event set revenue_loss = total.revenue, loss_days = total.days, unpriced_days = total.unpriced
  from (select event_id as id, sum(revenue) as revenue, count(*) as days, count(*) filter (where unpriced > 0) as unpriced
    from event_day_losses where energy_kwh is not null group by event_id) as total
  where event.id = total.id and not event.is_promoted;
update group_events as parent set revenue_loss = total.revenue, loss_days = total.days, unpriced_days = total.unpriced
  from (select member.promoted_id as id, sum(lost.revenue) as revenue, count(distinct lost.day) as days,
      count(distinct lost.day) filter (where lost.unpriced > 0) as unpriced
    from group_events as member join event_day_losses as lost on lost.event_id = member.id
    where member.promoted_id is not null and lost.energy_kwh is not null group by member.promoted_id) as total
  where parent.id = total.id;
-- The triggers name a day once for each statement; once is enough.
delete from event_days_changed as one using event_days_changed as other
  where one.ctid > other.ctid and one.site_id = other.site_id and one.day = other.day;
