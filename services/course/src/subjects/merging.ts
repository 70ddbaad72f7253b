// Merges of subjects into others, and merges that are taken back within some days.
import { type Move, recordMoves, takeMoves } from '@lyceum/identity/mirror/merge-moves'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../jobs.ts'
import type { Subject } from './api.ts'
import { checkWithin, columns, follow, lock, read, type Row, tables } from './subjects.ts'

/** 400 at `into` for a subject that is none, is itself, or is merged. */
export async function mergeSubject(
  { db, now }: Deps,
  actor: Actor,
  id: string,
  { into, version }: { into: string; version: number },
): Promise<Subject> {
  const row = await lock(db, actor, id, version)
  if (row.into_id !== null) throw conflict('subjectCode.isMerged')
  const target = await one<Row>(
    db,
    `select ${columns} from ${tables} where s.id = $1 and s.org_id = $2 and s.deleted_at is null and s.merged_into is null and s.id <> $3`,
    into,
    actor.org,
    id,
  )
  if (!target) throw invalid({ into: 'subjectCode.unknown' })
  await checkWithin(db, actor, target.department_id)
  await run(db, `update subjects set merged_into = $2, merged_at = $3, version = ${nextVersion()} where id = $1`, id, target.id, now())
  // those that were merged into it go where it goes
  const others = await rows<{ id: string }>(
    db,
    `update subjects set merged_into = $2, version = ${nextVersion()} where merged_into = $1 returning id::text`,
    id,
    target.id,
  )
  await recordMoves(
    db,
    [{ from: id, into: target.id }],
    'merged',
    others.map((one) => one.id),
  )
  for (const one of [id, ...others.map((other) => other.id)]) await follow(db, one)
  await audit(db, {
    action: 'subject.merged',
    subject: `subject:${target.id}`,
    before: { subject_code: row.code, name: row.name },
    after: { subject_code: target.code, name: target.name },
  })
  return await read(db, id)
}

/**
 * 409 subjectCode.notMerged after the days, for one that is not merged, and while that into which it was merged is part of a third. Courses that still
 * have the code of the other come back by a job.
 */
export async function unmergeSubject({ db }: Deps, actor: Actor, id: string, version: number): Promise<Subject> {
  const row = await lock(db, actor, id, version)
  if (row.into_id === null || row.until === null) throw conflict('subjectCode.notMerged')
  const target = await one<Row>(db, `select ${columns} from ${tables} where s.id = $1`, row.into_id)
  if (target) await checkWithin(db, actor, target.department_id)
  await run(db, `update subjects set merged_into = null, merged_at = null, version = ${nextVersion()} where id = $1`, id)
  const others = await takeMoves(db, id, 'merged')
  await run(
    db,
    `update subjects set merged_into = $1, version = ${nextVersion()} where id = any($2::uuid[]) and merged_into = $3`,
    id,
    others.map((other) => other.id),
    row.into_id,
  )
  await enqueue(db, { kind: 'returnSubject', key: `subject:${id}:${newId()}`, payload: { subject: id } })
  await audit(db, {
    action: 'subject.unmerged',
    subject: `subject:${id}`,
    before: { subject_code: row.into_code, name: row.into_name },
    after: { subject_code: row.code, name: row.name },
  })
  return await read(db, id)
}

/** Subjects of a department that was merged into another become the other's; deleted ones too, they can be restored. */
export async function moveSubjects(tx: Tx, merges: [Move, ...Move[]]): Promise<void> {
  const moved = await rows<{ id: string }>(
    tx,
    `update subjects set department_id = $2, version = ${nextVersion()} where department_id = $1 returning id::text`,
    merges[0].from,
    merges.at(-1)!.into,
  )
  await recordMoves(
    tx,
    merges,
    'subject',
    moved.map(({ id }) => id),
  )
}
