-- Other services have not heard of the grades, classes and programs that there are already.
INSERT INTO kit.outbox (id, type, key, org_id, version, value)
SELECT gen_random_uuid(), 'lyceum.identity.v1.StudyUnitChanged', 'study-unit:' || id, org_id::text, version,
  jsonb_build_object('id', id, 'org_id', org_id, 'kind', kind, 'name', name, 'deleted', deleted, 'version', version::text)::text
FROM study_units ORDER BY id;
