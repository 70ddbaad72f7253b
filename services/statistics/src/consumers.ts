import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { merge, on } from '@lyceum/kit/consumer'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { forgetPerson } from './user-actions/forget.ts'

export const consumers = merge(identityMirror, {
  identity: { personErased: on(PersonErasedSchema, forgetPerson) },
})
