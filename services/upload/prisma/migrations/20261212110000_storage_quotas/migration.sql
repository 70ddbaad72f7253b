-- What a person or a course may store in an organisation, where a manager has said so; without a row a person has the installation's quota, and a course
-- none of its own.
create table storage_quotas (
  org_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  bytes bigint not null,
  version bigint not null,
  primary key (org_id, kind, subject_id)
);
