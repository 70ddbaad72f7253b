// Links of classes to the terms of a curriculum: listed, ended and restored, and the ends of many enrolments confirmed.
import { departmentBelowSql } from '@lyceum/identity/mirror/departments'
import { type Move, recordMoves } from '@lyceum/identity/mirror/merge-moves'
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, notFound, Problem } from '@lyceum/kit/calls/errors'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { enrolmentKind } from '../enrolments/enrolment-rows.ts'
import type { CurriculumLink } from './api.ts'
import { checkWithin, curriculumOf } from './curricula.ts'
import { endingCount, followLink, restorable } from './following.ts'

type Row = Omit<CurriculumLink, 'klass' | 'created_at' | 'version' | 'changeable'> & {
  department_id: string | null
  klass_id: string
  klass: string | null
  created_at: Date
  version: string
  ended_at: Date | null
}
const columns = `l.id::text, l.klass_id::text, u.name as klass, l.term, l.term_id::text, l.state, l.removals, l.department_id::text,
  d.name as department, l.created_at, l.version::text, l.ended_at,
  (select count(*)::int from kit.external_ids x join enrolments e on e.id = x.subject and e.state = 'active'
   where x.org_id = l.org_id and x.kind = '${enrolmentKind}' and x.source = l.source) as enrolments`
const tables = `curriculum_links l left join mirror.study_units u on u.id = l.klass_id left join mirror.departments d on d.id = l.department_id`
const toLink = (
  { klass_id, klass, created_at, version, ended_at: _, department_id: __, ...row }: Row,
  changeable = true,
): CurriculumLink => ({
  ...row,
  changeable,
  klass: { id: klass_id, name: klass ?? '' },
  created_at: created_at.toISOString(),
  version: Number(version),
})

export async function listLinks({ db }: Deps, actor: Actor, id: string, query: PageQuery) {
  const { id: curriculum } = await curriculumOf(db, actor, id)
  const { limit, offset } = limits(query)
  const total = await one<{ n: number }>(
    db,
    `select count(*)::int as n from curriculum_links where curriculum_id = $1 and state <> 'ended'`,
    curriculum,
  )
  const found = await rows<Row & { changeable: boolean }>(
    db,
    `select ${columns}, $4::text = '' or coalesce(${departmentBelowSql('l.department_id', '$4::text')}, false) as changeable
     from ${tables} where l.curriculum_id = $1 and l.state <> 'ended'
     order by l.state = 'held' desc, l.term, u.name, l.id limit $2 offset $3`,
    curriculum,
    limit,
    offset,
    actor.department ?? '',
  )
  return pageOf(
    query,
    total?.n ?? 0,
    found.map((row) => toLink(row, row.changeable)),
  )
}

type Named = { id: string; link_id: string }

/** 403 department.only where the link reaches further than the actor's department: it enrols the class in courses of others. */
async function lockLink(tx: Tx, actor: Actor, { id, link_id }: Named, version: number | undefined, ended = false): Promise<Row> {
  const { id: curriculum } = await curriculumOf(tx, actor, id)
  await run(tx, 'select from curriculum_links where id = $1 for update', link_id)
  const row = await one<Row>(
    tx,
    `select ${columns} from ${tables} where l.id = $1 and l.curriculum_id = $2 and (l.state = 'ended') = $3`,
    link_id,
    curriculum,
    ended,
  )
  if (!row) throw notFound('curriculumLink', link_id)
  await checkWithin(tx, actor, row.department_id)
  if (version !== undefined && version < Number(row.version)) throw conflict('curriculumLink.newer', { version: Number(row.version) })
  return row
}

const read = async (tx: Tx, id: string): Promise<CurriculumLink> =>
  toLink((await one<Row>(tx, `select ${columns} from ${tables} where l.id = $1`, id))!)
const auditedOf = ({ klass_id, term }: Pick<Row, 'klass_id' | 'term'>) => ({ klass_id, program_term: term })

export async function confirmLink(
  deps: Deps,
  actor: Actor,
  named: Named,
  { removals, version }: { removals: number; version: number },
): Promise<CurriculumLink> {
  const { db } = deps
  const link = await lockLink(db, actor, named, version)
  if (link.state !== 'held') throw conflict('curriculumLink.notHeld')
  const present = await endingCount(db, link.id)
  if (present !== removals) throw conflict('curriculumLink.otherNumber', { count: present })
  await run(db, `update curriculum_links set confirmed = $2, version = ${nextVersion()} where id = $1`, link.id, removals)
  await followLink(db, [link.id])
  await audit(db, { action: 'curriculum.removalsConfirmed', subject: `curriculum:${named.id}`, after: { ...auditedOf(link), removals } })
  return await read(db, link.id)
}

export async function endLink({ db, now }: Deps, actor: Actor, named: Named, version: number): Promise<null> {
  const link = await lockLink(db, actor, named, version)
  await run(
    db,
    `update curriculum_links set state = 'ended', ended_at = $2, removals = 0, confirmed = 0, version = ${nextVersion()} where id = $1`,
    link.id,
    now(),
  )
  await audit(db, { action: 'curriculum.linkEnded', subject: `curriculum:${named.id}`, before: auditedOf(link) })
  return null
}

/** 409 curriculumLink.taken while the class is kept in step with that term by another link; 404 after a day. */
export async function restoreLink({ db, now }: Deps, actor: Actor, named: Named): Promise<CurriculumLink> {
  const link = await lockLink(db, actor, named, undefined, true)
  if (!link.ended_at || now().getTime() - link.ended_at.getTime() > restorable) throw notFound('curriculumLink', named.link_id)
  await checkFree(db, { curriculum: named.id, klass: link.klass_id, term: link.term })
  await run(db, `update curriculum_links set state = 'active', ended_at = null, version = ${nextVersion()} where id = $1`, link.id)
  await followLink(db, [link.id])
  await audit(db, { action: 'curriculum.linkRestored', subject: `curriculum:${named.id}`, after: auditedOf(link) })
  return await read(db, link.id)
}

/** One after the other: of two links of a class and term the second is refused. */
export async function checkFree(tx: Tx, { curriculum, klass, term }: { curriculum: string; klass: string; term: number }): Promise<void> {
  await run(tx, `select pg_advisory_xact_lock(hashtextextended('curriculum-links ' || $1, 0))`, curriculum)
  const taken = await one(
    tx,
    `select from curriculum_links where curriculum_id = $1 and klass_id = $2 and term = $3 and state <> 'ended'`,
    curriculum,
    klass,
    term,
  )
  if (taken) throw new Problem(409, 'curriculumLink.taken', { fields: { klass_id: 'curriculumLink.taken' } })
}

/** Links that are bound to a department which was merged into another follow it; ended ones too, they can be restored. */
export async function moveLinks(tx: Tx, merges: [Move, ...Move[]]): Promise<void> {
  const moved = await rows<{ id: string }>(
    tx,
    'update curriculum_links set department_id = $2 where department_id = $1 returning id::text',
    merges[0].from,
    merges.at(-1)!.into,
  )
  await recordMoves(
    tx,
    merges,
    'link',
    moved.map(({ id }) => id),
  )
}
