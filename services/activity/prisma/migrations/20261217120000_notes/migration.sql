-- Notes that people write beside films, documents and images, each at its place.
create table notes (
  id uuid primary key,
  org_id uuid not null,
  course_id uuid not null,
  activity_id uuid,
  person_id uuid not null,
  target_type text not null,
  target_id uuid not null,
  anchor numeric(12, 3) not null,
  area jsonb,
  quote text not null,
  placed boolean not null default true,
  content text not null,
  audience text not null,
  words tsvector,
  version bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create index notes_place on notes (person_id, target_id, anchor);
create index notes_course on notes (person_id, course_id, updated_at desc);
create index notes_latest on notes (person_id, updated_at desc);
-- of a file whose readers share them
create index notes_shared on notes (target_id, audience) where audience <> 'me';
create index notes_activity on notes (activity_id);
create index notes_of_course on notes (course_id);
create index notes_deleted on notes (deleted_at) where deleted_at is not null;
create index notes_words on notes using gin (words);
create function note_words() returns trigger language plpgsql as $$
begin
  new.words := kit.search_words(new.content || ' ' || new.quote);
  return new;
end $$;
create trigger notes_words before insert or update of content, quote on notes for each row execute function note_words();
