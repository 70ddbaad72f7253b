// Consumers of activity: the facts of other services that it applies, and how.
import { type Consumers, merge, on } from '@lyceum/kit/facts/consumer'
import { run, type Tx } from '@lyceum/kit/database/database'
import { courseMirror } from '@lyceum/course/mirror/consumers'
import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { personOfKey } from '@lyceum/identity/mirror/person-key'
import { CourseCreatedSchema, CoursePurgedSchema, MemberChangedSchema, MemberJoinedSchema } from '@lyceum/proto/course'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import {
  UploadChangedSchema,
  UploadCreatedSchema,
  UploadDeletedSchema,
  UploadFailedSchema,
  UploadReadySchema,
  TextReadySchema,
} from '@lyceum/proto/upload'
import { eraseAttempts } from './exams/attempts/upkeep.ts'
import { eraseBankOwner } from './questions/banks/upkeep.ts'
import { forgetCourse } from './course-life/bin/forget-course.ts'
import { beginCopy } from './course-life/copies/course-copy.ts'
import { eraseDrafts } from './content/drafts/drafts.ts'
import { eraseScores } from './gradebook/scores/forget-scores.ts'
import { eraseMarker } from './work/marking/erasure.ts'
import { takeTextLater } from './work/similarity/file-texts.ts'
import { eraseSubmissions } from './work/submissions/upkeep.ts'
import { eraseTimes, welcomeStudent } from './times/personal-times.ts'
import { upsertUpload } from './activity/uploads/uploads.ts'
import { eraseVersions } from './content/versions/versions.ts'

/** Deletes an erased person's progress, play sessions, times and drafts, and the name at versions of texts. */
async function erasePerson(tx: Tx, person: string) {
  for (const table of ['progress', 'play_sessions']) await run(tx, `delete from ${table} where person_id = $1`, person)
  await eraseTimes(tx, person)
  await eraseDrafts(tx, person)
  await eraseSubmissions(tx, person)
  await eraseAttempts(tx, person)
  await eraseVersions(tx, person)
  await eraseScores(tx, person)
  await eraseMarker(tx, person)
  await eraseBankOwner(tx, person)
}

export const consumers: Consumers = merge(identityMirror, courseMirror, {
  identity: { personErased: on(PersonErasedSchema, (tx, _, { key }) => erasePerson(tx, personOfKey(key))) },
  // after the mirror has the membership
  course: {
    courseCreated: on(CourseCreatedSchema, beginCopy),
    coursePurged: on(CoursePurgedSchema, forgetCourse),
    memberJoined: on(MemberJoinedSchema, welcomeStudent),
    memberChanged: on(MemberChangedSchema, welcomeStudent),
  },
  upload: {
    uploadCreated: on(UploadCreatedSchema, upsertUpload),
    uploadChanged: on(UploadChangedSchema, upsertUpload),
    uploadReady: on(UploadReadySchema, upsertUpload),
    uploadFailed: on(UploadFailedSchema, upsertUpload),
    uploadDeleted: on(UploadDeletedSchema, upsertUpload),
    textReady: on(TextReadySchema, takeTextLater),
  },
})
