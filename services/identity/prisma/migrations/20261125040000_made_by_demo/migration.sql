-- Who was made by the demo school: they alone sign in by one click. Nothing else writes this column.
ALTER TABLE "persons" ADD COLUMN "made_by_demo" BOOLEAN NOT NULL DEFAULT false;

-- Demo schools that are there already gave all their people one password in one statement: several people of an organisation with the same
-- salted hash cannot come from anything else. They get the mark instead of it; whoever has changed it, or belongs elsewhere too, keeps it.
WITH shared AS (
  SELECT p."org_id", w."phc" FROM "passwords" w
  JOIN "persons" p ON p."id" = w."person_id"
  JOIN "organisations" o ON o."id" = p."org_id" AND (o."settings"->>'demo')::boolean
  GROUP BY p."org_id", w."phc" HAVING count(*) > 1
), made AS (
  UPDATE "persons" p SET "made_by_demo" = true FROM "passwords" w, shared s
  WHERE w."person_id" = p."id" AND s."org_id" = p."org_id" AND s."phc" = w."phc"
    AND NOT EXISTS (SELECT FROM "memberships" m WHERE m."person_id" = p."id" AND m."org_id" <> p."org_id")
  RETURNING p."id"
)
DELETE FROM "passwords" w USING made WHERE w."person_id" = made."id";

-- Nobody comes into a demo school from outside.
UPDATE "organisations" SET "association_code" = NULL WHERE (settings->>'demo')::boolean;
