-- no transaction
call kit.fold_rows('questions', 'text')
