-- what is asked of anybody in a course, soonest first
CREATE INDEX "activities_todo_idx" ON "activities"("course_id", "end_time") WHERE published AND NOT deleted AND criterion_key <> 'none';
