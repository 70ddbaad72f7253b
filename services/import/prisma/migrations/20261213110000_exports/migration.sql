-- Exports of an organisation, for those who read its reports; each goes with its task, a month after it ended.
create table exports (
  task text primary key,
  org_id uuid not null,
  person_id uuid not null,
  person_name text not null,
  -- the department to which its person was bound; null: the whole organisation
  department_id uuid,
  kind text not null,
  created_at timestamptz(3) not null
);
create index exports_org on exports (org_id, created_at desc, task desc);
create index exports_person on exports (person_id);
create index exports_created on exports (created_at);
