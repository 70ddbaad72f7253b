-- no transaction
-- The activities whose students review their own work: few, and looked for in all courses of a student.
create index concurrently if not exists activities_self_reviewed on activities (course_id) where settings ? 'self_weight' and published and not deleted;
