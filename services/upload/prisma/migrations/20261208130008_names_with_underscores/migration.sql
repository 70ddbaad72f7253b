-- no transaction
call kit.fold_rows_again('uploads', 'name', 'name')
