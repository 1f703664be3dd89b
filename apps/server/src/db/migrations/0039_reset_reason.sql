-- Why a user asked for it. Empty: from before reasons were required.
alter table plant_commands add column reason text not null default '';
