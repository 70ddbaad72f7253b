-- What organisations change of the roles' permissions, {role: {given, taken}} by number, and the tree of departments.
ALTER TABLE mirror.orgs ADD COLUMN role_permissions jsonb NOT NULL DEFAULT '{}';

CREATE TABLE mirror.departments (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  name text NOT NULL,
  parent_id uuid,
  path uuid[] NOT NULL,
  code text NOT NULL,
  deleted boolean NOT NULL,
  version bigint NOT NULL
);
