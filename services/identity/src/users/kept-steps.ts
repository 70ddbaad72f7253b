// Steps of a change of many people: each keeps the fields before and after of those whom it has changed, until ten minutes after the end of the change.
import type { Actor } from '@lyceum/kit/calls/actor'
import { run, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import type { Deps } from '../deps.ts'
import { type Keeper, type Keepers, pinned } from '../keepers/keepers.ts'
import type { Judged, MemberChange, MemberRow } from './judge.ts'

/** Minutes after the end of a change in which it can be undone. */
export const minutes = 10

export type Fields = Pick<MemberChange, 'roles' | 'department_id' | 'grade_id' | 'klass_id' | 'program_id' | 'until' | 'state'>
/** `keepers`: the rosters that kept fields of those before, which are pinned since. */
export type Changed = { id: string; was: Fields; became: Fields; keepers?: Record<string, Keeper> }

export const fieldsOf = ({ roles, department_id, grade_id, klass_id, program_id, until, active }: MemberRow): Required<Fields> => ({
  roles: roles.toSorted(),
  department_id,
  grade_id,
  klass_id,
  program_id,
  until: until?.toISOString() ?? null,
  state: active ? 'active' : 'suspended',
})
/** The name by which a field is kept: the end of a membership belongs to its state. */
const keptAs = (name: keyof Fields) => (name === 'until' ? 'state' : name)
const names = ['roles', 'department_id', 'grade_id', 'klass_id', 'program_id', 'until', 'state'] as const
export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
export const only = (all: Fields, fields: readonly (keyof Fields)[]): Fields => Object.fromEntries(fields.map((name) => [name, all[name]]))

/** Beside the write: of those who are changed, the fields that are. `keepers` are those of before the write. */
export async function keepStep(
  tx: Tx,
  { org, person }: Actor,
  task: string,
  { accepted }: Pick<Judged, 'accepted'>,
  { changed, keepers }: { changed: readonly string[]; keepers: Keepers },
): Promise<void> {
  if (changed.length === 0) return
  const ids = new Set(changed)
  const members = accepted.flatMap(({ before, after }): Changed[] => {
    if (!ids.has(after.id)) return []
    const [was, became] = [fieldsOf(before), fieldsOf(after)]
    const fields = names.filter((name) => !isSame(was[name], became[name]))
    const kept = [...(keepers.get(after.id) ?? [])].filter(
      ([name, keeper]) => keeper !== pinned && fields.some((one) => keptAs(one) === name),
    )
    return [
      { id: after.id, was: only(was, fields), became: only(became, fields), ...(kept.length > 0 && { keepers: Object.fromEntries(kept) }) },
    ]
  })
  const insert = 'insert into bulk_steps (id, task, org_id, person_id, members) values ($1, $2, $3, $4, $5::jsonb)'
  await run(tx, insert, newId(), task, org, person, JSON.stringify(members))
}

/** Steps that can be undone no more, at most `size`; answers how many went. */
export const sweepBulkSteps = ({ db }: Pick<Deps, 'db'>, size: number): Promise<number> =>
  run(
    db,
    `
    delete from bulk_steps where id in (
      select s.id from bulk_steps s left join kit.tasks t on t.id = s.task
      where (s.undo_task is not null and s.created_at < now() - interval '1 day')
        or (s.undo_task is null and (t.id is null or t.ended_at < now() - interval '${minutes} minutes')) limit $1)`,
    size,
  )

/** Steps of an erased person go; they leave those of others. */
export async function eraseFromSteps(tx: Tx, person: string): Promise<void> {
  await run(tx, 'delete from bulk_steps where person_id = $1', person)
  await run(
    tx,
    `update bulk_steps set members = (select coalesce(jsonb_agg(m), '[]') from jsonb_array_elements(members) m where m ->> 'id' <> $1)
     where members @> jsonb_build_array(jsonb_build_object('id', $1::text))`,
    person,
  )
}
