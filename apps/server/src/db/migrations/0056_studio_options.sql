-- Preferences of a user for Data Studio. Without a row the defaults hold.
create table studio_options (
  user_id uuid primary key references users (id) on delete cascade,
  options jsonb not null
);
