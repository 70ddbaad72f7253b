-- no transaction
call kit.fold_rows_again('persons', 'name', 'concat_ws('' '', name, user_no, email)')
