-- Tells the covers that were chosen before, as courses tell them from now on, so that a rebuild of upload finds them on the topic.
insert into kit.outbox (id, type, key, org_id, version, value)
select gen_random_uuid(), 'lyceum.course.v1.FilesHeld', 'course:' || id, org_id::text, version,
  json_build_object('holder', 'cover:' || id, 'org_id', org_id, 'course_id', id, 'upload_ids', json_build_array(cover_upload_id),
    'hold', false, 'by_right', true, 'version', version::text)::text
from courses where cover_upload_id is not null and not deleted;
