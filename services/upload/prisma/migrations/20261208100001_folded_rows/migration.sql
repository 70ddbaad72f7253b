-- no transaction
call kit.fold_rows('uploads', 'name')
