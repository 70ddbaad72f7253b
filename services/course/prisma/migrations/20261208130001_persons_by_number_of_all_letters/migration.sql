-- Lists and registers name people by their user number, in any case of any letter.
CREATE INDEX "persons_caseless_idx" ON mirror.persons (kit.caseless("user_no"));
