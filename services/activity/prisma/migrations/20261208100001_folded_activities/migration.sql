-- no transaction
call kit.fold_rows('activities', 'title')
