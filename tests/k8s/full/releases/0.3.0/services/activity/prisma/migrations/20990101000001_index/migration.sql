-- no transaction
create index concurrently if not exists activities_proof_note on activities (proof_note)
