-- no transaction
call kit.fold_rows_again('questions', 'text', 'text')
