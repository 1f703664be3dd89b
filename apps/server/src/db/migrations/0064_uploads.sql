-- Files that users upload to change models, budgets or values: from the file over its validation to the import, kept as a history.
alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (purpose in ('image', 'csv', 'export', 'upload'));

create table uploads (
  id uuid primary key,
  kind text not null check (kind in ('powerCurves', 'expectedCoefficients', 'budgets', 'referenceTurbines', 'manualData')),
  state text not null check (state in ('validating', 'review', 'importing', 'done', 'failed', 'cancelled', 'reverted')),
  file_id uuid not null references files (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  author text not null,
  created_at_ms bigint not null,
  -- Sites that the file names, of those its user may change; a user who may change all of them reads the upload too.
  site_ids text[] not null default '{}',
  sheets jsonb not null default '[]',
  error_count integer not null default 0,
  warning_count integer not null default 0,
  change jsonb,
  progress real not null default 0,
  imported_at_ms bigint,
  -- What the import replaced and what it wrote, to take it back; null: it cannot be.
  undo jsonb,
  reverted_by text,
  reverted_at_ms bigint,
  check ((reverted_by is null) = (reverted_at_ms is null))
);
create index uploads_created on uploads (created_at_ms desc, id);
create index uploads_user on uploads (user_id);
create index uploads_file on uploads (file_id);

-- Rows of the tables of a file as it has them, with what is wrong with their cells, some hundred to a block.
create table upload_rows (
  upload_id uuid not null references uploads (id) on delete cascade,
  sheet text not null,
  block integer not null,
  -- Of these rows: how many have findings.
  finding_rows integer not null,
  rows jsonb not null,
  primary key (upload_id, sheet, block)
);

-- What is wrong with a file, in the order of the list.
create table upload_findings (
  upload_id uuid not null references uploads (id) on delete cascade,
  position integer not null,
  finding jsonb not null,
  primary key (upload_id, position)
);
