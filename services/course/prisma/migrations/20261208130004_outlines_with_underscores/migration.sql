-- no transaction
call kit.fold_rows_again('courses', 'course_outline', 'course_outline')
