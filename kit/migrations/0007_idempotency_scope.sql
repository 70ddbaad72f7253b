-- For whom the answer was made beyond the person: organisation, kind of actor, simulated role. null: written by a release before this one.
alter table kit.idempotency add column scope text;
