-- rows older than any grant are swept
alter table personal_grant_revocations add column revoked_at timestamptz(3) not null default now();
