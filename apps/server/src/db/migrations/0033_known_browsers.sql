-- Browsers in which a user has signed in: wrong passwords from elsewhere do not lock them out.
create table known_browsers (
  id bigint generated always as identity primary key,
  -- SHA-256 of a secret in a cookie; another one after each sign-in.
  secret_hash text not null unique,
  user_id uuid not null references users (id) on delete cascade,
  last_used_at_ms bigint not null
);
create index known_browsers_user on known_browsers (user_id, last_used_at_ms);

-- null: a browser that is not known for this account. No reference: attempts are counted and soon deleted.
alter table login_attempts add column known_browser_id bigint;
create index login_attempts_known_browser on login_attempts (known_browser_id, at_ms) where known_browser_id is not null;
