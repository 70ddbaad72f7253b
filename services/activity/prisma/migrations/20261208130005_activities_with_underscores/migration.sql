-- no transaction
call kit.fold_rows_again('activities', 'title', 'title || '' '' || body')
