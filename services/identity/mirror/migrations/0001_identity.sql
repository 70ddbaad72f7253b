-- What other services know of people and organisations; filled from identity's facts, no foreign keys to other mirrors.

CREATE TABLE mirror.persons (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  name text NOT NULL,
  user_no text NOT NULL,
  email text NOT NULL,
  avatar text NOT NULL,
  locale text NOT NULL,
  deleted boolean NOT NULL,
  version bigint NOT NULL
);

CREATE TABLE mirror.memberships (
  person_id uuid NOT NULL,
  org_id uuid NOT NULL,
  roles text[] NOT NULL,
  department_id uuid,
  department_name text NOT NULL,
  PRIMARY KEY (person_id, org_id)
);
CREATE INDEX memberships_org ON mirror.memberships (org_id, department_id);

CREATE TABLE mirror.orgs (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  locale text NOT NULL,
  settings jsonb NOT NULL,
  deleted boolean NOT NULL,
  version bigint NOT NULL
);
