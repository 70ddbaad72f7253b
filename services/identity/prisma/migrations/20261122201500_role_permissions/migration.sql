-- What an organisation gives to a role beyond the defaults of mirror/permissions.ts, and takes from it; permissions by their numbers.
CREATE TABLE "role_permissions" (
  "org_id" UUID NOT NULL REFERENCES "organisations" ("id"),
  "role" TEXT NOT NULL,
  "permission" SMALLINT NOT NULL,
  "given" BOOLEAN NOT NULL,
  PRIMARY KEY ("org_id", "role", "permission")
);
