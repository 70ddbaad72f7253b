-- A user number is one in any case and width: sign-in finds it so, and no two people of an organisation have one. Where two have numbers that differ in
-- case alone, from before, the unique index waits until one of them is changed (services/identity/src/users/numbers.ts).
CREATE INDEX "persons_number_idx" ON "persons" (lower(normalize("user_no", NFKC)));
DO $$
BEGIN
  CREATE UNIQUE INDEX "persons_org_number_key" ON "persons" ("org_id", (lower(normalize("user_no", NFKC))));
EXCEPTION WHEN unique_violation THEN
  RAISE NOTICE 'user numbers that differ in case alone: lyceum doctor lists them';
END $$;
