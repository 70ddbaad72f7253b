-- Allowances and personal times go with their activity; indexes for what the bin and the erasure of a person look for.
delete from personal_times t where not exists (select from activities a where a.id = t.activity_id);
delete from allowances w where w.activity_id is not null and not exists (select from activities a where a.id = w.activity_id);
alter table personal_times add constraint personal_times_activity_id_fkey foreign key (activity_id) references activities (id) on delete cascade;
alter table allowances add constraint allowances_activity_id_fkey foreign key (activity_id) references activities (id) on delete cascade;
create index allowances_activity_id_idx on allowances (activity_id);
create index play_sessions_activity_id_idx on play_sessions (activity_id);
create index activities_module_id_idx on activities (module_id);
create index personal_times_person_id_idx on personal_times (person_id);
