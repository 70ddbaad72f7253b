-- no transaction
create index concurrently if not exists activities_text_upload_ids_idx on activities using gin (text_upload_ids) where not deleted and text_upload_ids <> '{}';
