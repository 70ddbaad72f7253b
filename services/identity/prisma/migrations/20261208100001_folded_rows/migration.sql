-- no transaction
call kit.fold_rows('persons', 'name')
