-- What other systems call the things of this service: one id of each source for a thing, and one thing of a kind for each id.
create table kit.external_ids (
  org_id uuid not null,
  kind text not null,
  source text not null,
  external_id text not null,
  subject uuid not null,
  primary key (org_id, kind, source, external_id)
);
create unique index external_ids_subject on kit.external_ids (subject, kind, org_id, source);
