// Resync of identity: every organisation, department, grade, class, program, person, request and erased person is emitted again.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { nextIds, raiseVersions, type ResyncSteps } from '@lyceum/kit/facts/resync'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { personKey } from '../mirror/person-key.ts'
import { emitRequestChanged } from './org-requests/request-row.ts'
import { emitDepartmentsChanged, emitOrgChanged, emitPeopleChanged, emitStudyUnitsChanged } from './facts.ts'

export const resync: ResyncSteps<Tx> = {
  async organisations(tx, after) {
    const batch = await nextIds(tx, 'organisations', after)
    for (const id of batch) await emitOrgChanged(tx, id)
    return batch.at(-1)
  },
  async departments(tx, after) {
    const batch = await nextIds(tx, 'departments', after)
    await emitDepartmentsChanged(tx, batch)
    return batch.at(-1)
  },
  async studyUnits(tx, after) {
    const raised = await raiseVersions(tx, 'study_units', after)
    await emitStudyUnitsChanged(tx, raised)
    return raised.at(-1)
  },
  async persons(tx, after) {
    const batch = await nextIds(tx, 'persons', after)
    await emitPeopleChanged(tx, batch)
    return batch.at(-1)
  },
  async requests(tx, after) {
    const batch = await nextIds(tx, 'org_requests', after)
    for (const id of batch) await emitRequestChanged(tx, id)
    return batch.at(-1)
  },
  async erased(tx, after) {
    const batch = await rows<{ id: string; org: string }>(
      tx,
      'select id::text, org_id::text as org from erased_persons where id = any($1) order by id',
      await nextIds(tx, 'erased_persons', after),
    )
    await emitAll(
      tx,
      batch.map(({ id, org }) => fact(PersonErasedSchema, { key: personKey(id), org }, null)),
    )
    return batch.at(-1)?.id
  },
}
