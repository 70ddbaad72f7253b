// Every organisation, person and forgotten person, told anew.
import { rows, type Tx } from '@lyceum/kit/db'
import { emitAll, fact } from '@lyceum/kit/outbox'
import { afterNothing, retellAtOnce, type Retelling } from '@lyceum/kit/retell'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { tellOrganisation, tellPerson } from './tell.ts'

const next = (tx: Tx, table: string, after: string) =>
  rows<{ id: string; org: string }>(
    tx,
    `select id::text, org_id::text as org from ${table} where id > $1::uuid order by id limit ${retellAtOnce}`,
    after || afterNothing,
  )

export const retelling: Retelling<Tx> = {
  async organisations(tx, after) {
    const found = await next(tx, 'organisations', after)
    for (const { id } of found) await tellOrganisation(tx, id)
    return found.at(-1)?.id
  },
  async persons(tx, after) {
    const found = await next(tx, 'persons', after)
    for (const { id } of found) await tellPerson(tx, id)
    return found.at(-1)?.id
  },
  async erased(tx, after) {
    const found = await next(tx, 'erased_persons', after)
    await emitAll(
      tx,
      found.map(({ id, org }) => fact(PersonErasedSchema, { key: `person:${id}`, org }, null)),
    )
    return found.at(-1)?.id
  },
}
