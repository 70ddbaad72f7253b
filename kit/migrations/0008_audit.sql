-- Who did what to whom: ids and values, never names or texts. A line is written in the transaction of its change.
create table kit.audit (
  id uuid primary key, -- version 7: lines of all services sort by it
  org_id uuid not null,
  at timestamptz not null,
  actor uuid, -- null: the command line, or the system itself
  session text,
  address text,
  action text not null,
  subject text not null, -- the key of its facts: course:<id>
  person uuid, -- whom it concerns
  course uuid,
  before jsonb,
  after jsonb
);
create index audit_org on kit.audit (org_id, id);
create index audit_actor on kit.audit (actor, id) where actor is not null;
create index audit_person on kit.audit (person, id) where person is not null;
create index audit_course on kit.audit (course, id) where course is not null;
create index audit_action on kit.audit (org_id, action, id);
create index audit_at on kit.audit using brin (at);
create index audit_address on kit.audit (at) where address is not null or session is not null;

-- Days for which an organisation keeps its lines, where it is not the default.
create table kit.audit_retention (
  org_id uuid primary key,
  days integer not null
);
