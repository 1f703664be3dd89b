-- Codes that devices have sent, counted as they arrive: which of them nobody explained is asked whenever somebody looks, and the events are millions.
create table seen_event_codes (
  segment_id text not null references segments (id) on delete cascade,
  code text not null,
  -- What the machine said last. Empty: nothing.
  message text not null default '',
  event_count bigint not null,
  first_seen_ms bigint not null,
  last_seen_ms bigint not null,
  primary key (segment_id, code)
);
insert into seen_event_codes (segment_id, code, message, event_count, first_seen_ms, last_seen_ms)
select segment_id, code, coalesce((array_agg(message order by start_ms desc) filter (where message <> ''))[1], ''), count(*),
  min(start_ms), max(coalesce(end_ms, start_ms))
from raw_events group by segment_id, code;
-- Which devices sent a code: what a change of its meaning would touch.
create index seen_event_codes_code on seen_event_codes (code);
