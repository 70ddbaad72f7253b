-- Names, numbers and addresses as a search compares them.
alter table persons add column folded text;
create trigger persons_folded before insert or update of name, user_no, email on persons
  for each row execute function kit.fold_columns('name', 'user_no', 'email');
