// Consumers of notification: the facts of other services that it applies, and how.
import { courseMirror } from '@lyceum/course/mirror/consumers'
import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { merge, on } from '@lyceum/kit/facts/consumer'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { recordNotice } from './notifications/notices.ts'
import { erasePerson } from './notifications/notifications.ts'
import { consumersOf, registry } from './registry/registry.ts'

/** The mirrors first: recipients are the present members of the course. */
export const consumers = merge(
  identityMirror,
  courseMirror,
  { identity: { personErased: on(PersonErasedSchema, erasePerson) } },
  consumersOf(registry, recordNotice),
)
