// Consumers of activity: the facts of other services that its mirrors and rooms apply.
import { courseMirror } from '@lyceum/course/mirror/consumers'
import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { personOfKey } from '@lyceum/identity/mirror/person-key'
import { type Consumers, merge, on } from '@lyceum/kit/facts/consumer'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { inEveryRoom } from './lifecycle.ts'
import { rooms } from './rooms.ts'

export const consumers: Consumers = merge(
  identityMirror,
  courseMirror,
  { identity: { personErased: on(PersonErasedSchema, (tx, _, { key }) => inEveryRoom('erase', tx, personOfKey(key))) } },
  ...rooms.map((room) => room.consumers ?? {}),
)
