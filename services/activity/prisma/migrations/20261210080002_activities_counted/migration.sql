-- no transaction
-- The activities that count in a course, with all that decides over their place in to-do lists.
create index concurrently if not exists activities_counted on activities (course_id) include (id, module_id, sort, start_time, due_time, end_time)
  where published and not deleted and criterion_key <> 'none';
