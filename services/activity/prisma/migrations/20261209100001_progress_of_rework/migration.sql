-- no transaction
-- work that is to be handed in once more is found by its people's progress
create index concurrently if not exists progress_rework on progress (person_id) where state = 'rework';
