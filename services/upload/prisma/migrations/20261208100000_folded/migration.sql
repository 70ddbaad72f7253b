-- Names of files as a search compares them.
alter table uploads add column folded text;
create trigger uploads_folded before insert or update of name on uploads for each row execute function kit.fold_columns('name');
