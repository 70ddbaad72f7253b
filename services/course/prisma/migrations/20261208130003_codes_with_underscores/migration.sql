-- no transaction
call kit.fold_rows_again('courses', 'name', 'concat_ws('' '', name, display_name, course_code)')
