import { courseMirror } from '@lyceum/course/mirror/consumers'
import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { type Consumers, merge, on } from '@lyceum/kit/consumer'
import type { Tx } from '@lyceum/kit/db'
import type { Fact } from '@lyceum/kit/facts'
import { ActivityChangedSchema, ActivityCreatedSchema, ActivityDeletedSchema, ActivityPublishedSchema } from '@lyceum/proto/activity'
import { PersonErasedSchema, type SessionEnded, SessionEndedSchema } from '@lyceum/proto/identity'
import { forgetPerson } from './forgetting/forget.ts'
import { keepReferences } from './references/references.ts'

/** Grants given to this session open nothing from now on. */
const endSession = (tx: Tx, _: SessionEnded, { key, time }: Fact) =>
  tx.$executeRawUnsafe(
    'insert into ended_sessions (session, ended_at) values ($1, $2) on conflict do nothing',
    key.replace(/^session:/, ''),
    time,
  )

export const consumers: Consumers = merge(identityMirror, courseMirror, {
  identity: { sessionEnded: on(SessionEndedSchema, endSession), personErased: on(PersonErasedSchema, forgetPerson) },
  activity: {
    activityCreated: on(ActivityCreatedSchema, keepReferences),
    activityChanged: on(ActivityChangedSchema, keepReferences),
    activityPublished: on(ActivityPublishedSchema, keepReferences),
    activityDeleted: on(ActivityDeletedSchema, keepReferences),
  },
})
