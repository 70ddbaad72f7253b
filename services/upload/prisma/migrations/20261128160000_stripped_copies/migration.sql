-- Copies of files without their properties. source: the key of the object that was copied; failure: why there is none.
create table stripped_copies (
  upload_id uuid not null references uploads (id) on delete cascade,
  source text not null,
  key text,
  failure text,
  primary key (upload_id, source)
);
