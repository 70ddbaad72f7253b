-- Who changed an activity's fields last.
alter table activities add column changed_by uuid;
