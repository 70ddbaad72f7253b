-- what office files are shown as: a PDF made of them. null: never asked for
alter table uploads add column preview_status text;
alter table uploads add column preview_reason text;
alter table uploads add column preview_key text;
-- pages of a PDF or of what an office file is shown as, once they were counted
alter table uploads add column pages int;
-- [{ "title", "second" }], in order
alter table uploads add column chapters jsonb not null default '[]';
-- those that came before a converter was there
create index uploads_unconverted_idx on uploads (id)
  where preview_status is null and status = 'ready' and not deleted and type = 'document'
    and lower(name) ~ '\.(docx?|xlsx?|pptx?|uof|uot|uos|uop|ofd|odt|ods|odp|rtf)$';

create table captions (
  upload_id uuid not null references uploads (id) on delete cascade,
  language text not null,
  vtt text not null,
  cues int not null,
  updated_at timestamptz(3) not null default now(),
  primary key (upload_id, language)
);
