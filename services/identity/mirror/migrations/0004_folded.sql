-- Names and numbers as a search compares them.
alter table mirror.persons add column folded text;
create trigger persons_folded before insert or update of name, user_no on mirror.persons for each row execute function kit.fold_columns('name', 'user_no');
