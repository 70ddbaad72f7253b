-- The fields of a thing that a roster keeps, and those that were changed by hand since, which no roster writes (docs/decisions/0072). A field has one keeper.
create table field_keepers (
  subject uuid not null,
  kind text not null,
  org_id uuid not null,
  keeper text not null, -- roster:<source>, pinned
  fields text[] not null,
  primary key (subject, kind, org_id, keeper)
);
