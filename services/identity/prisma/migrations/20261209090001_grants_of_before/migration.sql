-- no transaction
call grant_roles_of_before()
