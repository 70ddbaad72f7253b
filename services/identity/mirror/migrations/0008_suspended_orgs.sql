-- Whether an operator has suspended the organisation: its courses are closed to everybody then, also to team teachers of other organisations. Rows that are
-- older than this have no state until the next fact about the organisation, or until the service's mirrors are rebuilt.
alter table mirror.orgs add column state text not null default 'active';
