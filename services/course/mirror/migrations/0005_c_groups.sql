-- Groups of courses with everybody who is and was in them: work belongs to the group as it was.
CREATE TABLE mirror.group_sets (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  course_id uuid NOT NULL,
  name text NOT NULL,
  sign_up boolean NOT NULL,
  deleted boolean NOT NULL,
  version bigint NOT NULL
);
CREATE INDEX group_sets_course ON mirror.group_sets (course_id);

CREATE TABLE mirror.groups (
  id uuid PRIMARY KEY,
  set_id uuid NOT NULL,
  org_id uuid NOT NULL,
  course_id uuid NOT NULL,
  name text NOT NULL,
  leader_id uuid,
  deleted boolean NOT NULL,
  version bigint NOT NULL
);
CREATE INDEX groups_set ON mirror.groups (set_id);

CREATE TABLE mirror.group_members (
  group_id uuid NOT NULL,
  person_id uuid NOT NULL,
  since timestamptz(3) NOT NULL,
  until timestamptz(3),
  set_id uuid NOT NULL,
  PRIMARY KEY (group_id, person_id, since)
);
CREATE INDEX group_members_person ON mirror.group_members (person_id, set_id);
