// The modules of a course, in their order.
import { rows, type Tx } from '@lyceum/kit/db'
import { conflict, invalid, notFound } from '@lyceum/kit/errors'
import { newId } from '@lyceum/kit/ids'
import { emitAll, fact, nextVersion } from '@lyceum/kit/outbox'
import { raiseNext } from '@lyceum/kit/retell'
import type { Place } from '@lyceum/kit/routes'
import { cleanTitle } from '@lyceum/kit/titles'
import { ModuleChangedSchema } from '@lyceum/proto/activity'
import type { Deps } from '../deps.ts'
import type { Module } from './api.ts'

type Row = { id: string; org_id: string; course_id: string; name: string; sort: number; deleted: boolean; version: string }
const columns = 'm.id::text, m.org_id::text, m.course_id::text, m.name, m.sort, m.deleted, m.version::text'
const shown = ({ id, course_id, name, sort, version }: Row): Module => ({ id, course_id, name, sort, version: Number(version) })

const tell = (tx: Tx, changed: Row[]) =>
  emitAll(
    tx,
    changed.map((row) =>
      fact(
        ModuleChangedSchema,
        { key: `course:${row.course_id}`, org: row.org_id },
        {
          id: row.id,
          orgId: row.org_id,
          courseId: row.course_id,
          name: row.name,
          sort: row.sort,
          published: true,
          deleted: row.deleted,
          version: BigInt(row.version),
        },
      ),
    ),
  )

/** For the command line. */
export async function retellModules(tx: Tx, after: string): Promise<string | undefined> {
  const raised = await raiseNext(tx, 'modules', after)
  await tell(tx, await rows<Row>(tx, `select ${columns} from modules m where m.id = any($1::uuid[]) order by m.id`, raised))
  return raised.at(-1)
}

const named = (name: string): string => {
  const trimmed = cleanTitle(name)
  if (trimmed === '') throw invalid({ name: 'field.required' })
  return trimmed
}

/** One at a time per course: two made at the same moment must not get the same place. */
const inTurn = (tx: Tx, course: string) => rows(tx, `select 1 from pg_advisory_xact_lock(hashtextextended('modules:' || $1, 0))`, course)

export async function addModule({ db }: Deps, place: Place, course: string, name: string): Promise<Module> {
  await inTurn(db, course)
  const made = await rows<Row>(
    db,
    `
    insert into modules as m (id, org_id, course_id, name, sort, version)
    select $1::uuid, $2::uuid, $3::uuid, $4, coalesce(max(sort), 0) + 1, ${nextVersion('0')} from modules where course_id = $3::uuid
    returning ${columns}`,
    newId(),
    place.org,
    course,
    named(name),
  )
  await tell(db, made)
  return shown(made[0]!)
}

export async function renameModule({ db }: Deps, id: string, name: string | undefined): Promise<Module> {
  const changed = await rows<Row>(
    db,
    `
    update modules m set name = coalesce($2, m.name), version = ${nextVersion('m.version')} where m.id = $1::uuid and not m.deleted returning ${columns}`,
    id,
    name === undefined ? null : named(name),
  )
  if (!changed[0]) throw notFound('module', id)
  await tell(db, changed)
  return shown(changed[0])
}

/** 409 module.notEmpty while activities are in it: they are moved or deleted first. */
export async function deleteModule({ db }: Deps, id: string): Promise<null> {
  const changed = await rows<Row>(
    db,
    `update modules m set deleted = true, version = ${nextVersion('m.version')} where m.id = $1::uuid and not m.deleted returning ${columns}`,
    id,
  )
  if (!changed[0]) throw notFound('module', id)
  const count = await db.activity.count({ where: { moduleId: id, deleted: false } })
  if (count > 0) throw conflict('module.notEmpty', { count })
  await tell(db, changed)
  return null
}

/** Those named come first, in this order; the others keep theirs behind them. Only rows that moved are written and told. */
export async function sortModules({ db }: Deps, course: string, ids: string[]): Promise<{ modules: Module[] }> {
  await inTurn(db, course)
  await rows(db, 'select 1 from modules where course_id = $1::uuid and not deleted order by id for update', course)
  const before = await rows<Row>(
    db,
    `select ${columns} from modules m where m.course_id = $1::uuid and not m.deleted order by m.sort, m.id`,
    course,
  )
  const known = new Set(before.map(({ id }) => id))
  const wanted = ids.map((id) => id.toLowerCase())
  const foreign = wanted.find((id) => !known.has(id))
  if (foreign) throw invalid({ module_ids: ['module.unknown', { id: foreign }] })
  const order = [...wanted, ...before.map(({ id }) => id).filter((id) => !wanted.includes(id))]
  await tell(
    db,
    await rows<Row>(
      db,
      `
    update modules m set sort = n.place, version = ${nextVersion('m.version')}
    from (select id, nth::int as place from unnest($1::uuid[]) with ordinality as given(id, nth)) n
    where m.id = n.id and m.sort <> n.place returning ${columns}`,
      order,
    ),
  )
  const after = await rows<Row>(
    db,
    `select ${columns} from modules m where m.course_id = $1::uuid and not m.deleted order by m.sort, m.id`,
    course,
  )
  return { modules: after.map(shown) }
}
