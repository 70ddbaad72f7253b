-- The term of a course and its names, and the order of an organisation's list of courses. Empty in rows that are older than this until the next fact
-- about the course, or until the service's mirrors are rebuilt (docs/operate/topics.md).
ALTER TABLE mirror.courses ADD COLUMN term_id uuid, ADD COLUMN academic_year text, ADD COLUMN semester text;
CREATE INDEX courses_of_org ON mirror.courses (org_id, name, id) WHERE NOT deleted;
