-- Entries of one edit are undone together: the column carries the name the API gives it.
alter table event_edits rename column deed_id to edit_id;
alter index event_edits_deed rename to event_edits_edit;
