-- Deleted activities and modules can be restored for 30 days; those deleted before begin their 30 days now. A process of the release before
-- deletes without a time: the sweep gives it one.
alter table activities add column deleted_at timestamptz(3), add column deleted_by uuid, add column was_published boolean not null default false;
alter table modules add column deleted_at timestamptz(3), add column deleted_by uuid;
update activities set deleted_at = now() where deleted;
update modules set deleted_at = now() where deleted;
create index activities_deleted on activities (deleted_at) where deleted;
create index activities_deleted_in on activities (course_id, deleted_at) where deleted;
create index modules_deleted on modules (deleted_at) where deleted;
