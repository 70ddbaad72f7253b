-- A user number is one in any case of any letter, also where the server's locale is C and lower() knows ASCII alone. Where two people have numbers that
-- differ in case alone, the unique index waits until one of them is changed (services/identity/src/users/numbers.ts).
CREATE INDEX "persons_caseless_idx" ON "persons" (kit.caseless("user_no"));
DO $$
BEGIN
  CREATE UNIQUE INDEX "persons_org_caseless_key" ON "persons" ("org_id", (kit.caseless("user_no")));
EXCEPTION WHEN unique_violation THEN
  RAISE NOTICE 'user numbers that differ in case alone: lyceum doctor lists them';
END $$;
DROP INDEX IF EXISTS "persons_org_number_key";
