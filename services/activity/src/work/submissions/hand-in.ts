// The hand-in: one transaction from the person's draft to an immutable version, its files held, its people's progress and the receipt.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { waited } from '@lyceum/kit/calls/context'
import { conflict } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type { Deps } from '../../deps.ts'
import { record, recordForMany } from '../../progress/progress.ts'
import { recordedActivity } from '../../progress/recorded-activity.ts'
import { wantTexts } from '../similarity/file-texts.ts'
import { compareLater } from '../similarity/similarity.ts'
import { isNameless } from '../../activity/anonymity.ts'
import type { MyVersion } from './my-submission-api.ts'
import { draftFilesOf, keptFiles } from './drafts.ts'
import { checkedFiles } from './files.ts'
import { readMyVersion } from './my-versions.ts'
import { lateSeconds, receiptOf, refusalOf, type SubmittedFile } from '../../activity/work-rules.ts'
import { holdSubmissionFiles, emitSubmissions } from './submission-facts.ts'
import { lockSubmission, submissionColumns, submissionOf, type SqlSubmission, type SubmissionRow } from './submission-row.ts'
import { openWork, type Work } from './work.ts'

/** Hands in the draft that the actor saw, by the server's clock. 409 submission.closed, .noneLeft, .noGroup, .otherGroup, .empty, .newer; 400 at a file. */
export async function handIn(deps: Deps, actor: Actor, scope: CourseScope, id: string, seen: number): Promise<MyVersion> {
  const { db, now } = deps
  const work = await openWork(deps, actor, scope, id)
  if (work.refusal) throw conflict(work.refusal)
  const row = work.submission && (await lockSubmission(db, work.submission.id))
  // Whoever came in time is not late for having waited for a connection or the row.
  const time = new Date(now().getTime() - waited())
  const refusal = refusalOf(work.terms, row ?? { n: 0, rework: false }, time)
  if (refusal) throw conflict(refusal, refusal === 'submission.closed' ? { at: time.toISOString() } : undefined)
  if (!row) throw conflict('submission.empty')
  if (seen !== Number(row.draftVersion)) throw conflict('submission.newer', { version: Number(row.draftVersion) })
  const files = await checkedFiles(db, draftFilesOf(row), { ...work, kept: await keptFiles(db, row) }, { stored: true })
  if (files.length === 0 && isBlank(row.draftText)) throw conflict('submission.empty')
  const submitted = await writeVersion(db, actor, work, row, files, time)
  if (work.trial)
    await record(db, await recordedActivity(db, work.activity), actor.person, { kind: 'submitted' }, { now: time, counts: false })
  else await emitHandedIn(deps, work, submitted, files, time)
  return await readMyVersion(deps, actor, scope, work, submitted.id, submitted.n)
}

/** Nothing to see or to read: no letter, formula or picture. */
const isBlank = (html: string) => !/<(img|hr|iframe)\b|data-(latex|upload)/.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''

async function writeVersion(
  tx: Tx,
  { person }: Actor,
  work: Work,
  row: SubmissionRow,
  files: SubmittedFile[],
  now: Date,
): Promise<SubmissionRow> {
  const n = row.n + 1
  const late = lateSeconds(work.terms.due, now, row)
  const members = work.group && !work.trial ? await withoutOthers(tx, work, row.id) : work.people
  await run(
    tx,
    `
    insert into submission_versions (submission_id, n, text, files, member_ids, submitted_by, submitted_at, due_time, late_seconds, receipt)
    values ($1, $2, $3, $4::text::jsonb, $5, $6, $7, $8, $9, $10)`,
    row.id,
    n,
    row.draftText,
    JSON.stringify(files),
    members,
    person,
    now,
    work.terms.due,
    late,
    receiptOf(row.id, n, now, row.draftText, files),
  )
  const written = await one<SqlSubmission>(
    tx,
    `
    update submissions s set state = 'submitted', n = $2, submitted_at = $3, late_seconds = $4, member_ids = $5, rework = false, version = ${nextVersion('s.version')},
      draft_text = '', draft_files = '{}', draft_names = '{}', draft_by = null, draft_at = null, draft_version = ${nextVersion('s.draft_version')}
    where s.id = $1 returning ${submissionColumns}`,
    row.id,
    n,
    now,
    late,
    members,
  )
  return submissionOf(written!)
}

/** The members of the group now, without those whose work was handed in with another one. */
const withoutOthers = async (tx: Tx, { activity, people }: Work, submission: string): Promise<string[]> =>
  (
    await rows<{ person: string }>(
      tx,
      `
      select p::text as person from unnest($2::uuid[]) p where not exists (
        select from submissions o where o.activity_id = $1 and o.id <> $3 and o.member_ids @> array[p] and not o.trial)
      order by 1`,
      activity.id,
      people,
      submission,
    )
  ).map(({ person }) => person)

async function emitHandedIn({ db }: Deps, { activity }: Work, row: SubmissionRow, files: SubmittedFile[], now: Date): Promise<void> {
  if (files.length > 0) await holdSubmissionFiles(db, [row], await wantTexts(db, row.id, files))
  await recordForMany(db, await recordedActivity(db, activity), row.memberIds, { kind: 'submitted' }, { now, counts: true })
  await compareLater(db, row.id, row.n)
  await emitSubmissions(db, [row], { nameless: await isNameless(db, activity) })
}
