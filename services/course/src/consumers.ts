import { type Consumers, merge, on } from '@lyceum/kit/consumer'
import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { leaveAll } from './enrolments/enrolments.ts'

export const consumers: Consumers = merge(identityMirror, {
  identity: { personErased: on(PersonErasedSchema, (tx, _, { key }) => leaveAll(tx, key.slice('person:'.length))) },
})
