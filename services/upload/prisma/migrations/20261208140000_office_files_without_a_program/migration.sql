-- no transaction
-- Office files of before their converter was there, and those that a process without one has refused.
create index concurrently if not exists uploads_to_convert_idx on uploads (id)
  where (preview_status is null or preview_reason = 'preview.noProgram') and status = 'ready' and not deleted and type = 'document'
    and lower(name) ~ '\.(docx?|xlsx?|pptx?|uof|uot|uos|uop|ofd|odt|ods|odp|rtf)$';
