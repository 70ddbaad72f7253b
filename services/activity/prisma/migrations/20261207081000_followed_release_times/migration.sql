-- The time of its activity that an item has followed: another change of the activity does not set again what a teacher changed in the book since.
alter table score_items add column activity_release_time timestamptz(3);
update score_items i set activity_release_time = a.release_time from activities a where a.id = i.activity_id and i.release = 'at_time';
