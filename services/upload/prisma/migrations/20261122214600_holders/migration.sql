-- from FilesHeld: the greatest version of each holder, also of one that holds nothing any more
create table holders (
  id uuid not null,
  kind text not null,
  version bigint not null,
  primary key (id, kind)
);
insert into holders (id, kind, version) select activity_id, holder_kind, max(version) from upload_references group by activity_id, holder_kind;
-- from FilesHeld: the files that a deleted holder held, while it can be restored
create table restorable_uploads (
  holder_id uuid not null,
  holder_kind text not null,
  upload_id uuid not null,
  restorable_until timestamptz(3) not null,
  primary key (upload_id, holder_id, holder_kind)
);
create index restorable_uploads_holder_id_idx on restorable_uploads (holder_id);
