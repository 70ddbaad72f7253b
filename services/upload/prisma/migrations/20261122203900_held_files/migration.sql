-- Not only activities hold files: activity_id is the id of any holder, of this kind.
alter table upload_references
  add column holder_kind text not null default 'activity',
  add column hold boolean not null default false,
  add column by_right boolean not null default true;
-- covers chosen before course told them
insert into upload_references (activity_id, upload_id, course_id, org_id, title, type, published, version, holder_kind)
select id, cover_upload_id, id, org_id, '', '', false, version, 'cover' from mirror.courses where cover_upload_id is not null and not deleted
on conflict do nothing;
