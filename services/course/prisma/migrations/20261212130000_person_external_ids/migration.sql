-- External ids of people, as identity's facts have them: a register names people by them. Two people may have one for as long as it takes both facts to arrive.
create table person_external_ids (
  person_id uuid not null,
  org_id uuid not null,
  source text not null,
  external_id text not null,
  primary key (person_id, org_id, source)
);
create index person_external_ids_idx on person_external_ids (org_id, source, external_id);
