-- no transaction
call kit.fold_rows('courses', 'name')
