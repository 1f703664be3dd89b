-- What goes on needs attention before what is over: open events by what they lose in an hour, ended ones by what they lost in all.
drop index group_events_attention;
drop function event_attention(text, bigint, double precision, bigint, bigint);
create function event_attention(
    event_type text, acknowledged_at_ms bigint, lost_energy_kwh double precision, start_ms bigint, end_ms bigint, is_open boolean)
  returns double precision language sql immutable parallel safe
  return case when event_type = 'Downtime' and acknowledged_at_ms is null then 1e12 else 0 end
    + case when is_open then 1e9 + coalesce(lost_energy_kwh, 0) * 3600000 / greatest(end_ms - start_ms, 60000) else coalesce(lost_energy_kwh, 0) end;
create index group_events_attention on group_events
  (event_attention(event_type, acknowledged_at_ms, lost_energy_kwh, start_ms, end_ms, is_open), id);
