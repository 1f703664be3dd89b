-- Views that users saved, of any screen that has them: the event log had its own table. A view belongs to its user and may be shared with an enterprise.
alter table event_views rename to saved_views;
alter index event_views_pkey rename to saved_views_pkey;
alter index event_views_user rename to saved_views_user;
alter table saved_views add column screen text not null default 'event-log';
alter table saved_views alter column screen drop default;
-- Counts the saves: two windows that change one view do not overwrite each other.
alter table saved_views add column revision integer not null default 1;

-- The view that a screen opens with, one per user and screen.
alter table event_view_defaults rename to saved_view_defaults;
alter table saved_view_defaults add column screen text not null default 'event-log';
alter table saved_view_defaults alter column screen drop default;
alter table saved_view_defaults drop constraint event_view_defaults_pkey;
alter table saved_view_defaults add constraint saved_view_defaults_pkey primary key (user_id, screen);
