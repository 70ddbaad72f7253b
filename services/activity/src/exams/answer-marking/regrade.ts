// Marking anew after a corrected question: who changes and by how much, then the change itself. A task.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { within } from '@lyceum/kit/calls/context'
import { invalid } from '@lyceum/kit/calls/errors'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, plainDatabase, rows, run, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { taskJob } from '@lyceum/kit/tasks/task-job'
import { personNames } from '@lyceum/identity/mirror/persons'
import type {} from '../../audit-actions.ts'
import { attemptColumns, type AttemptRow } from '../attempts/attempt-row.ts'
import { shownAttemptsSql } from '../attempts/shown-attempts.ts'
import { type Correction, markAll } from '../attempts/sweep.ts'
import type { Deps } from '../../deps.ts'
import { type Jobs, startTask } from '../../jobs.ts'
import { askerOf, readActivityRow } from '../../questions/papers/papers.ts'
import { isNameless } from '../../activity/anonymity.ts'
import { remark } from './remark.ts'

/** Attempts of one transaction, and the lines that a regrade keeps. */
const [step, mostLines] = [100, 500]

type RegradeDraft = { question_id: string; version_id: string; preview: boolean }

/** 400 regrade.unknownVersion for a version that is not of this question, or is older than what was asked. */
export async function startRegrade(deps: Deps, actor: Actor, id: string, draft: RegradeDraft): Promise<{ task: string }> {
  const { db } = deps
  const activity = await readActivityRow(db, id)
  askerOf(activity)
  const correction = await correctionOf(db, draft)
  if (!correction) throw invalid({ version_id: 'regrade.unknownVersion' })
  const payload = { activity: activity.id, ...correction, preview: draft.preview, person: actor.person, org: activity.orgId }
  return { task: await startTask(db, actor, { kind: 'regrade', payload, subject: `activity:${activity.id}` }) }
}

const correctionOf = (tx: Tx, { question_id, version_id }: RegradeDraft): Promise<Correction | undefined> =>
  one<Correction>(
    tx,
    'select question_id::text as question, id::text as version, n from question_versions where id = $1 and question_id = $2',
    version_id,
    question_id,
  )

type Line = { attempt_id: string; person_id: string; pseudonym: number; before: string | null; after: string | null }

type Position = Pick<AttemptRow, 'id' | 'submitted_at'>
/** Attempts that have the question, after one of them, in the order in which they were handed in: those that come meanwhile are last. */
const next = (tx: Tx, activity: string, question: string, after: Position, lock: string): Promise<AttemptRow[]> =>
  rows<AttemptRow>(
    tx,
    `select ${attemptColumns} from attempts a where a.activity_id = $1 and a.state = 'marked'
       and (coalesce(a.submitted_at, a.started_at), a.id) > ($3::timestamptz, $4::uuid)
       and a.versions && array(select id from question_versions where question_id = $2)
     order by coalesce(a.submitted_at, a.started_at), a.id limit ${step} ${lock}`,
    activity,
    question,
    after.submitted_at,
    after.id,
  )

const first: Position = { id: '00000000-0000-0000-0000-000000000000', submitted_at: new Date(0) }

export const regrade = taskJob<Deps, Jobs['regrade']>(async ({ job, deps, progress, now }) => {
  const { activity: id, question, version, n, preview, person, org } = job.payload
  const db = plainDatabase(deps.pool)
  const correction = { question, version, n }
  const lines: Line[] = []
  let [attempts, changed] = [0, 0]
  for (let after = first; ; ) {
    const list = await db.$transaction(async (tx) => {
      const list = await next(tx, id, question, after, preview ? '' : 'for update')
      // what was earned so far: an essay may still wait
      const before = new Map(list.map((row) => [row.id, row.points]))
      const marked = preview ? await markAll(tx, deps, list, correction) : await remark({ ...deps, db: tx }, list, person, correction)
      for (const { attempt, result } of marked) {
        const was = before.get(attempt.id) ?? null
        const is = result.points
        if (was === is || attempt.trial) continue
        changed++
        if (lines.length < mostLines)
          lines.push({ attempt_id: attempt.id, person_id: attempt.person_id, pseudonym: attempt.pseudonym, before: was, after: is })
      }
      return list
    })
    attempts += list.length
    const last = list.at(-1)
    if (last) after = { id: last.id, submitted_at: last.submitted_at ?? last.started_at }
    await progress(0.9)
    if (list.length < step) break
  }
  if (!preview)
    await within({ requestId: newId(), actor: { kind: 'job', person, org, roles: [], session: '' } }, () =>
      db.$transaction((tx) => keep(tx, { id, person, org }, correction, changed, lines, now())),
    )
  return { attempts, changed, lines: await named(db, id, lines) }
})

/** By this version answers are marked from now on, those of attempts to come too. */
async function keep(
  tx: Tx,
  { id, person, org }: { id: string; person: string; org: string },
  { question, version, n }: Correction,
  changed: number,
  lines: readonly Line[],
  now: Date,
): Promise<void> {
  const activity = await one<{ course: string }>(tx, 'select course_id::text as course from activities where id = $1', id)
  if (!activity) return
  await run(
    tx,
    `
    insert into regrades (id, org_id, course_id, activity_id, question_id, version_id, from_n, to_n, changed, lines, by_id, at)
    select $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::uuid, $6::uuid,
      (select max(v.n) from paper_questions q join papers p on p.id = q.paper_id join question_versions v on v.id = q.version_id
        where p.activity_id = $4 and q.question_id = $5), $7::int, $8::int, $9::text::jsonb, $10::uuid, $11::timestamptz`,
    newId(),
    org,
    activity.course,
    id,
    question,
    version,
    n,
    changed,
    JSON.stringify(lines),
    person,
    now,
  )
  await audit(tx, {
    action: 'exam.regraded',
    subject: `activity:${id}`,
    org,
    course: activity.course,
    after: { question, version, changed },
  })
}

/** By name, or by pseudonym; of a nameless exam those that markers see already. */
async function named(tx: Tx, id: string, lines: readonly Line[]) {
  const activity = await one<{ id: string; anonymous: boolean }>(tx, 'select id::text, anonymous from activities where id = $1', id)
  const nameless = activity ? await isNameless(tx, activity) : true
  const names = nameless
    ? new Map()
    : await personNames(
        tx,
        lines.map(({ person_id }) => person_id),
      )
  const shown = nameless
    ? new Set(
        (await rows<{ id: string }>(tx, `select a.id::text from attempts a where a.id in ${shownAttemptsSql}`, id)).map((row) => row.id),
      )
    : undefined
  const nameOf = ({ person_id }: Line): string => names.get(person_id)?.name ?? ''
  const ordered = lines
    .filter(({ attempt_id }) => shown?.has(attempt_id) ?? true)
    .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)) || a.pseudonym - b.pseudonym)
  return ordered.map(({ attempt_id, person_id, pseudonym, before, after }) => {
    const person = names.get(person_id)
    return {
      attempt_id,
      author: nameless
        ? { kind: 'pseudonym' as const, id: null, name: null, user_no: null, avatar: null, number: pseudonym }
        : {
            kind: 'person' as const,
            id: person_id,
            name: person?.name ?? '',
            user_no: person?.user_no ?? null,
            avatar: person?.avatar ?? null,
            number: null,
          },
      before,
      after,
    }
  })
}

type Kept = {
  id: string
  at: Date
  by_id: string | null
  question_id: string
  title: string
  from_n: number | null
  to_n: number
  changed: number
  lines: Line[]
  total: number
}

export async function listRegrades({ db }: Deps, id: string, query: PageQuery) {
  askerOf(await readActivityRow(db, id))
  const { limit, offset } = limits(query)
  const found = await rows<Kept>(
    db,
    `select r.id::text, r.at, r.by_id::text, r.question_id::text, coalesce(q.title, '') as title, r.from_n, r.to_n, r.changed, r.lines,
       count(*) over ()::int as total
     from regrades r left join questions q on q.id = r.question_id where r.activity_id = $1 order by r.at desc, r.id limit ${limit} offset ${offset}`,
    id,
  )
  const names = await personNames(
    db,
    found.flatMap(({ by_id }) => by_id ?? []),
  )
  const items = []
  for (const { by_id, at, lines, total: _, ...row } of found) {
    const by = by_id ? names.get(by_id) : undefined
    items.push({
      ...row,
      at: at.toISOString(),
      by: by && !by.deleted ? { id: by.id, name: by.name } : null,
      lines: await named(db, id, lines),
    })
  }
  return pageOf(query, found[0]?.total ?? 0, items)
}
