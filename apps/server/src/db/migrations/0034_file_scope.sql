-- What an exported file tells of: it is handed out only to a user who may still read that. Files from before name no sites and end within days.
alter table files add column site_ids text[];
alter table files add column permission text;
