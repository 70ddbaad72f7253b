-- When the present opening was emitted (ActivityOpened); null while the activity is closed, or open since a moment.
alter table activities add column opened_at timestamptz(3);
-- the students of these were notified when they were published
update activities set opened_at = now() where published and not deleted and (start_time is null or start_time <= now());
create index activities_unopened on activities (coalesce(start_time, '-infinity')) where published and not deleted and opened_at is null;
