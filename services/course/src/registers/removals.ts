// Removals of a synchronisation: members whom the register enrolled and does not name any more leave, unless suspiciously many would.
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import { enrolmentKind } from '../enrolments/enrolment-rows.ts'
import { freeRemovals } from '../enrolments/free-removals.ts'
import { endRows } from '../enrolments/removals.ts'
import { registerSources, source } from './register.ts'

/** Members of a course who leave it. */
export type Gone = { course: string; ids: string[]; item: string }

/** That another source than the register, and no ended link, names enrolment `e` too: it stays, as that one's. */
const sharedSql = (registers: string) => `exists (
  select from kit.external_ids x where x.subject = e.id and x.kind = '${enrolmentKind}' and x.source <> all(${registers})
    and not exists (select from curriculum_links l where l.source = x.source and l.state = 'ended'))`

/** Undefined where they may leave: they are few, or as many as somebody has confirmed. */
export async function heldRemovals(
  tx: Tx,
  synced: Gone[],
  confirmed: number | undefined,
): Promise<{ removals: number; kept: number } | undefined> {
  const counted = await one<{ removals: number }>(
    tx,
    `select count(*)::int as removals from unnest($1::uuid[]) as e(id) where not ${sharedSql('$2')}`,
    synced.flatMap(({ ids }) => ids),
    registerSources,
  )
  const removals = counted?.removals ?? 0
  if (removals <= freeRemovals.most || removals === confirmed) return undefined
  const registered = await one<{ kept: number }>(
    tx,
    `
    select count(*)::int as kept from enrolments e
    join kit.external_ids x on x.subject = e.id and x.kind = '${enrolmentKind}' and x.org_id = e.org_id and x.source = '${source}'
    where e.course_id = any($1) and e.state = 'active'`,
    synced.map(({ course }) => course),
  )
  const kept = registered?.kept ?? 0
  return removals > freeRemovals.share * kept ? { removals, kept } : undefined
}

/** Whoever came or went by hand since the course was read counts too: somebody goes on teaching. Whom another source names too stays. */
export async function endGone(deps: Deps, { course, ids }: Gone): Promise<void> {
  if (ids.length === 0) return
  const present = await rows<{ id: string; role: string; others: boolean }>(
    deps.db,
    `
    select e.id::text, e.role, ${sharedSql('$3')} as others
    from enrolments e where e.course_id = $1 and e.state = 'active' and (e.id = any($2) or e.role = 'instructor')
    order by e.id for update`,
    course,
    ids,
    registerSources,
  )
  const named = new Set(ids)
  // another source names them: they are that one's from now on
  const shared = present.filter(({ id, others }) => others && named.has(id)).map(({ id }) => id)
  if (shared.length > 0)
    await run(
      deps.db,
      `delete from kit.external_ids where subject = any($1) and kind = '${enrolmentKind}' and source = any($2)`,
      shared,
      registerSources,
    )
  const leaving = named.difference(new Set(shared))
  const taught = present.some(({ id, role }) => role === 'instructor' && !leaving.has(id))
  await endRows(
    deps,
    present.filter(({ id, role }) => leaving.has(id) && (taught || role !== 'instructor')).map(({ id }) => id),
  )
}
