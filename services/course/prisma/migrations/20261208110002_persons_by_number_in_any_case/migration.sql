-- Lists and registers name people by their user number, in any case and width.
CREATE INDEX "persons_number_idx" ON mirror.persons (lower(normalize("user_no", NFKC)));
