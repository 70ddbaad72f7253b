-- Sign-ins and refused ones, for 90 days.
create table sign_ins (
  id uuid primary key,
  org_id uuid not null references organisations (id),
  person_id uuid references persons (id) on delete cascade,
  at timestamptz(3) not null,
  how text not null,
  outcome text not null,
  address text not null,
  agent text not null
);
create index sign_ins_listed on sign_ins (org_id, at desc, id desc);
create index sign_ins_outcome on sign_ins (org_id, outcome, at desc, id desc);
create index sign_ins_person on sign_ins (person_id, at desc, id desc);
create index sign_ins_address on sign_ins (org_id, address, at desc, id desc);
create index sign_ins_at on sign_ins (at);
