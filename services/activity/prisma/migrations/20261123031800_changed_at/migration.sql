-- When somebody changed an activity's fields last: updated_at moves with its position and its opening too.
alter table activities add column changed_at timestamptz(3);
update activities set changed_at = updated_at where changed_by is not null;
