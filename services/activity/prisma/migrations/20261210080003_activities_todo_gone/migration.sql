-- no transaction
-- activities_counted has its rows and more.
drop index concurrently if exists activities_todo_idx;
