-- Two releases later: nobody reads or writes it any more.
alter table activities drop column proof_note;
