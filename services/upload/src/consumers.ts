// Consumers of upload: the facts of other services that it applies, and how.
import { courseMirror } from '@lyceum/course/mirror/consumers'
import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { type Consumers, merge, on } from '@lyceum/kit/facts/consumer'
import { run, type Tx } from '@lyceum/kit/database/database'
import type { Fact } from '@lyceum/kit/facts/wire-format'
import {
  ActivityChangedSchema,
  ActivityCreatedSchema,
  ActivityDeletedSchema,
  ActivityPublishedSchema,
  FileOfferedSchema,
  FilesHeldSchema as HeldByActivity,
  PersonalTimesChangedSchema,
} from '@lyceum/proto/activity'
import { FilesHeldSchema as HeldByCalendar } from '@lyceum/proto/calendar'
import { CourseCreatedSchema, CoursePurgedSchema, FilesHeldSchema as HeldByCourse } from '@lyceum/proto/course'
import { PersonErasedSchema, type SessionEnded, SessionEndedSchema } from '@lyceum/proto/identity'
import { FilesHeldSchema as HeldByNotification } from '@lyceum/proto/notification'
import { beginCopy } from './copies/course-files.ts'
import { erasePerson } from './erasure/erase.ts'
import { fetchLater } from './fetching/offers.ts'
import { revokePersonalGrants, upsertActivity, upsertHeld } from './references/held.ts'
import { purgeQuota } from './storage/quotas.ts'

/** Records the end of a session: its grants end with it. */
const endSession = (tx: Tx, _: SessionEnded, { key, time }: Fact) =>
  run(tx, 'insert into ended_sessions (session, ended_at) values ($1, $2) on conflict do nothing', key.replace(/^session:/, ''), time)

export const consumers: Consumers = merge(identityMirror, courseMirror, {
  identity: { sessionEnded: on(SessionEndedSchema, endSession), personErased: on(PersonErasedSchema, erasePerson) },
  course: {
    courseCreated: on(CourseCreatedSchema, beginCopy),
    coursePurged: on(CoursePurgedSchema, purgeQuota),
    filesHeld: on(HeldByCourse, upsertHeld),
  },
  calendar: { filesHeld: on(HeldByCalendar, upsertHeld) },
  notification: { filesHeld: on(HeldByNotification, upsertHeld) },
  activity: {
    filesHeld: on(HeldByActivity, upsertHeld),
    fileOffered: on(FileOfferedSchema, fetchLater),
    activityCreated: on(ActivityCreatedSchema, upsertActivity),
    activityChanged: on(ActivityChangedSchema, upsertActivity),
    activityPublished: on(ActivityPublishedSchema, upsertActivity),
    activityDeleted: on(ActivityDeletedSchema, upsertActivity),
    personalTimesChanged: on(PersonalTimesChangedSchema, revokePersonalGrants),
  },
})
