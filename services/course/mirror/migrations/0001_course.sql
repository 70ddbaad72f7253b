-- What other services know of courses and their members; filled from course's facts, no foreign keys to other mirrors.

CREATE TABLE mirror.courses (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  name text NOT NULL,
  course_code text NOT NULL,
  course_type integer NOT NULL,
  published boolean NOT NULL,
  deleted boolean NOT NULL,
  cover_upload_id uuid,
  start_date date,
  end_date date,
  version bigint NOT NULL
);

CREATE TABLE mirror.members (
  course_id uuid NOT NULL,
  person_id uuid NOT NULL,
  org_id uuid NOT NULL,
  role text NOT NULL,
  state text NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (course_id, person_id)
);
CREATE INDEX members_person ON mirror.members (person_id) WHERE state = 'active';
-- who teaches, whatever the number of students
CREATE INDEX members_teachers ON mirror.members (course_id) WHERE role <> 'student' AND state = 'active';

CREATE TABLE mirror.simulations (
  session_id text NOT NULL,
  course_id uuid NOT NULL,
  acting_as text NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (course_id, session_id)
);
