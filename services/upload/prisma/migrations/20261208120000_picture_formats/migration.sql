-- the format of a picture's bytes: its name may have the ending of another. null: of no picture, or of one that came before
alter table uploads add column format text;
-- pictures that no browser draws, of before their converter was there
create index uploads_unconverted_pictures_idx on uploads (id)
  where (preview_status is null or preview_reason = 'preview.noProgram') and status = 'ready' and not deleted and type = 'image'
    and (format = 'heic' or (format is null and lower(name) ~ '\.(heic|heif)$'));
