// Consumers of calendar: the facts of other services that it applies, and how.
import { courseMirror } from '@lyceum/course/mirror/consumers'
import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { personOfKey } from '@lyceum/identity/mirror/person-key'
import { type Consumers, merge, on, onMany } from '@lyceum/kit/facts/consumer'
import { CoursePurgedSchema, TermChangedSchema } from '@lyceum/proto/course'
import { DepartmentChangedSchema, PersonChangedSchema, PersonErasedSchema } from '@lyceum/proto/identity'
import { ResourceGroupChangedSchema } from '@lyceum/proto/upload'
import { uploadMirror } from '@lyceum/upload/mirror/consumers'
import { erasePerson, purgeCourse } from './erasure.ts'
import { applyResearchGroup, letPeopleIn } from './meetings/group-meetings.ts'
import { moveDepartment } from './merged-departments.ts'
import { upsertTerm } from './terms/terms.ts'

export const consumers: Consumers = merge(identityMirror, courseMirror, uploadMirror('person_id', 'name', 'type', 'size', 'status'), {
  identity: {
    personChanged: onMany(PersonChangedSchema, async (tx, facts) =>
      letPeopleIn(
        tx,
        facts.map(({ data }) => data.id),
      ),
    ),
    departmentChanged: on(DepartmentChangedSchema, moveDepartment),
    personErased: on(PersonErasedSchema, (tx, _, { key }) => erasePerson(tx, personOfKey(key))),
  },
  course: { coursePurged: on(CoursePurgedSchema, purgeCourse), termChanged: on(TermChangedSchema, upsertTerm) },
  upload: { resourceGroupChanged: on(ResourceGroupChangedSchema, applyResearchGroup) },
})
