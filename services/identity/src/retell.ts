// Every organisation, person and forgotten person, told anew.
import { rows, type Tx } from '@lyceum/kit/db'
import { emitAll, fact } from '@lyceum/kit/outbox'
import { nextIds, type Retelling } from '@lyceum/kit/retell'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { tellOrganisation, tellPerson } from './tell.ts'

export const retelling: Retelling<Tx> = {
  async organisations(tx, after) {
    const found = await nextIds(tx, 'organisations', after)
    for (const id of found) await tellOrganisation(tx, id)
    return found.at(-1)
  },
  async persons(tx, after) {
    const found = await nextIds(tx, 'persons', after)
    for (const id of found) await tellPerson(tx, id)
    return found.at(-1)
  },
  async erased(tx, after) {
    const found = await rows<{ id: string; org: string }>(
      tx,
      'select id::text, org_id::text as org from erased_persons where id = any($1::uuid[]) order by id',
      await nextIds(tx, 'erased_persons', after),
    )
    await emitAll(
      tx,
      found.map(({ id, org }) => fact(PersonErasedSchema, { key: `person:${id}`, org }, null)),
    )
    return found.at(-1)?.id
  },
}
