-- no transaction
call kit.fold_rows('mirror.persons', 'name')
