// Consumers of course: the facts of other services that it applies, and how.
import { type Consumers, merge, on, onMany } from '@lyceum/kit/facts/consumer'
import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { mergesOf } from '@lyceum/identity/mirror/departments'
import { personOfKey } from '@lyceum/identity/mirror/person-key'
import { ContentCopiedSchema } from '@lyceum/proto/activity'
import { DepartmentChangedSchema, PersonChangedSchema, PersonErasedSchema } from '@lyceum/proto/identity'
import { uploadMirror } from '@lyceum/upload/mirror/consumers'
import { followPeople } from './curricula/following.ts'
import { moveLinks } from './curricula/links.ts'
import { endCopy } from './copies/copies.ts'
import { eraseInvites } from './enrolments/invite-rows.ts'
import { eraseRequests } from './enrolments/join-requests.ts'
import { promoteWaiting } from './enrolments/waiting.ts'
import { leaveAll } from './enrolments/removals.ts'
import { eraseReadsOf } from './reads/reads.ts'
import { enqueue } from './jobs.ts'
import { eraseStays } from './groups/stays.ts'
import { moveSubjects } from './subjects/merging.ts'
import { returnToDepartment } from './merges/returning.ts'
import { erasePersonIds, writePersonIds } from './registers/person-ids.ts'

export const consumers: Consumers = merge(identityMirror, uploadMirror('org_id', 'person_id', 'type', 'status'), {
  activity: { contentCopied: on(ContentCopiedSchema, endCopy) },
  identity: {
    departmentChanged: on(DepartmentChangedSchema, async (tx, { id, mergedInto, deleted }) => {
      if (!mergedInto) return deleted ? undefined : await returnToDepartment(tx, id)
      const merges = await mergesOf(tx, { from: id, into: mergedInto })
      await moveSubjects(tx, merges)
      await moveLinks(tx, merges)
      await enqueue(tx, { kind: 'moveCourses', key: `department:${id}:${mergedInto}`, payload: merges[0] })
    }),
    personChanged: onMany(PersonChangedSchema, async (tx, facts) => {
      await writePersonIds(tx, facts)
      await followPeople(tx, facts)
    }),
    personErased: on(PersonErasedSchema, async (tx, _, { key }) => {
      const person = personOfKey(key)
      const freed = await leaveAll(tx, person)
      await eraseStays(tx, person)
      await eraseInvites(tx, person)
      await eraseRequests(tx, person)
      await eraseReadsOf(tx, person)
      await erasePersonIds(tx, person)
      await promoteWaiting({ db: tx, now: () => new Date() }, freed)
    }),
  },
})
