-- no transaction
call kit.fold_rows_again('mirror.persons', 'name', 'concat_ws('' '', name, user_no)')
