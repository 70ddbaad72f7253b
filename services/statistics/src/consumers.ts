// Consumers of statistics: the facts of other services that it applies, and how.
import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { merge, on } from '@lyceum/kit/facts/consumer'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { erasePerson } from './user-actions/erase.ts'

export const consumers = merge(identityMirror, {
  identity: { personErased: on(PersonErasedSchema, erasePerson) },
})
