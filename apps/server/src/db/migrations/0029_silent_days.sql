-- Days on which nothing arrived, computed because of what lies on either side: when something does arrive it is as new as a day nobody computed.
alter table site_days add column is_silent boolean not null default false;
