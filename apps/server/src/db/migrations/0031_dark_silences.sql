-- PV loggers that sent nothing on more than a week of days on which the sun stays too low for them: asleep or broken, nobody can tell.
alter table site_days add column dark_silences jsonb not null default '[]';
