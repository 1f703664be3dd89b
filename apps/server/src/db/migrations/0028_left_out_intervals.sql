-- Intervals of devices that a loss leaves out, because production or expectation is not known: a sum says how many.
alter table event_day_losses add column left_out integer not null default 0;
alter table group_events add column loss_left_out integer not null default 0;
alter table event_day_sums add column loss_left_out bigint not null default 0;
alter table event_day_sums alter column loss_left_out drop default;
