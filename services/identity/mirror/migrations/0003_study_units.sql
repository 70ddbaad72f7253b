-- The names of grades, classes and programs, and the class of a member. Empty in rows that are older than this until the next fact about the
-- person, or until the service's mirrors are rebuilt (docs/operate/topics.md).
CREATE TABLE mirror.study_units (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  deleted boolean NOT NULL,
  version bigint NOT NULL
);
ALTER TABLE mirror.memberships ADD COLUMN klass_id uuid;
