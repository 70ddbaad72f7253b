-- Groups of teaching and research have members of other schools: org_id is their school, null the group's own. They come by an invitation.
alter table resource_group_members add column org_id uuid;
alter table resource_groups add column version bigint not null default 0;

create table resource_group_invitations (
  group_id uuid primary key references resource_groups on delete cascade,
  code text not null,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create unique index resource_group_invitations_code on resource_group_invitations (code);
