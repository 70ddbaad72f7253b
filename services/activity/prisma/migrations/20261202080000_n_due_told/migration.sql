-- What is due within a day is told once for each due time.
alter table reminders alter column at drop not null, add column due_told timestamptz(3);
create index activities_due_time_idx on activities (due_time) where not deleted;
create index personal_times_due_idx on personal_times (due) where due is not null;
