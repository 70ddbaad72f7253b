-- What a later release wants, beside what the older one still reads and writes.
alter table activities add column proof_note text;
update activities set proof_note = title where proof_note is null;
