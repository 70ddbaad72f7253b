// Consumers of import: the facts of other services that it applies, and how.
import { type Consumers, on } from '@lyceum/kit/facts/consumer'
import { eraseTasksOf } from '@lyceum/kit/tasks/tasks'
import { personOfKey } from '@lyceum/identity/mirror/person-key'
import { DepartmentChangedSchema, PersonErasedSchema } from '@lyceum/proto/identity'
import { eraseFromRosters } from './data-imports/erasure.ts'
import { followMerge } from './data-imports/merged-departments.ts'
import { eraseExports, followDepartment } from './exports/exports.ts'
import { erasePerson } from './question-imports/import-job.ts'

export const consumers: Consumers = {
  identity: {
    departmentChanged: on(DepartmentChangedSchema, async (tx, department) => {
      await followMerge(tx, department)
      await followDepartment(tx, department)
    }),
    personErased: on(PersonErasedSchema, async (tx, _, { key }) => {
      await erasePerson(tx, personOfKey(key))
      await eraseFromRosters(tx, personOfKey(key))
      await eraseExports(tx, personOfKey(key))
      await eraseTasksOf(tx, personOfKey(key))
    }),
  },
}
