-- Other services have not heard of the departments and programs of the classes that there are already.
UPDATE study_units SET version = greatest(version + 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
WHERE department_id IS NOT NULL OR program_id IS NOT NULL;
INSERT INTO kit.outbox (id, type, key, org_id, version, value)
SELECT gen_random_uuid(), 'lyceum.identity.v1.StudyUnitChanged', 'study-unit:' || id, org_id::text, version,
  jsonb_strip_nulls(jsonb_build_object('id', id, 'org_id', org_id, 'kind', kind, 'name', name, 'deleted', deleted, 'version', version::text,
    'department_id', department_id, 'program_id', program_id))::text
FROM study_units WHERE department_id IS NOT NULL OR program_id IS NOT NULL ORDER BY id;
