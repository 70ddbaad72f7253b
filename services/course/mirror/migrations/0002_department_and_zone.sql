-- The department whose people manage the course, and the zone its times are meant in. Empty in rows that are older than this
-- until the next fact about the course, or until the service's mirrors are rebuilt (docs/operate/topics.md).
ALTER TABLE mirror.courses ADD COLUMN department_id uuid, ADD COLUMN time_zone text;
