// The draft of a work: kept by its writer, or by everybody in the group, and in no fact.
import { personNames } from '@lyceum/identity/mirror/persons'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { cleanHtml } from '@lyceum/kit/text/clean-html'
import { filesIn } from '@lyceum/kit/text/rich-text'
import { maxUploads } from '../../content/activities/text-files.ts'
import type { Deps } from '../../deps.ts'
import type { DraftHistory, DraftWritten, KeptDraft } from './my-submission-api.ts'
import { checkedFiles, type DraftFiles } from './files.ts'
import { fitName, type SubmittedFile } from '../../activity/work-rules.ts'
import { filesOf, lockWork, type SubmissionRow } from './submission-row.ts'
import { openWork, type Work } from './work.ts'

/** Milliseconds of which one state of each writer's stays, and how many states stay in all. */
const [interval, mostKept] = [5 * 60_000, 50]

export const draftFilesOf = ({ draftText, draftFiles, draftNames }: SubmissionRow): DraftFiles => ({
  uploads: draftFiles,
  names: draftNames,
  inText: filesIn(draftText),
})

/** The files of every version: they may be handed in again. */
export async function keptFiles(tx: Tx, { id, n }: Pick<SubmissionRow, 'id' | 'n'>): Promise<SubmittedFile[]> {
  // most drafts are of what is handed in for the first time
  if (n === 0) return []
  const versions = await rows<{ files: unknown }>(tx, 'select files from submission_versions where submission_id = $1', id)
  return versions.flatMap(filesOf)
}

/** Kept also when nothing can be handed in any more: nobody loses what they write. 409 draft.newer when another window or person has written since. */
export async function keepDraft(deps: Deps, actor: Actor, scope: CourseScope, id: string, written: DraftWritten): Promise<KeptDraft> {
  const { db, now } = deps
  const work = await openWork(deps, actor, scope, id)
  if (work.refusal) throw conflict(work.refusal)
  const text = written.text === undefined ? undefined : cleanHtml('text', written.text)
  if (text && !work.rules.text) throw invalid({ text: 'submission.noText' })
  const time = now()
  const row = await lockWork(db, work, actor.person, time)
  if (written.version !== Number(row.draftVersion)) throw conflict('draft.newer', { version: Number(row.draftVersion) })
  const draft = draftAfter(row, text, written)
  if (draft.inText.length > maxUploads) throw invalid({ text: ['activity.tooManyPictures', { most: maxUploads }] })
  await checkedFiles(db, draft, { ...work, kept: await keptFiles(db, row) }, { stored: false })
  const [kept] = await rows<{ version: string }>(
    db,
    `
    update submissions set draft_text = $2, draft_files = $3, draft_names = $4, draft_by = $5, draft_at = $6, draft_version = ${nextVersion('draft_version')}
    where id = $1 returning draft_version::text as version`,
    row.id,
    text ?? row.draftText,
    draft.uploads,
    draft.names,
    actor.person,
    time,
  )
  await keepState(db, work, row.id, actor.person, { text: text ?? row.draftText, ...draft }, time)
  return { version: Number(kept!.version), updated_at: time.toISOString() }
}

function draftAfter(row: SubmissionRow, text: string | undefined, { upload_ids, names = [] }: DraftWritten): DraftFiles {
  const uploads = upload_ids?.map((one) => one.toLowerCase()) ?? row.draftFiles
  const before = new Map(row.draftFiles.map((one, nth) => [one, row.draftNames[nth] ?? '']))
  const newNames = upload_ids ? uploads.map((one, nth) => (names[nth] ? fitName(names[nth]) : (before.get(one) ?? ''))) : row.draftNames
  return { uploads, names: newNames, inText: filesIn(text ?? row.draftText) }
}

/** Of each writer the last state of every five minutes stays. */
async function keepState(
  tx: Tx,
  { trial }: Work,
  submission: string,
  person: string,
  draft: { text: string; uploads: string[]; names: string[] },
  now: Date,
) {
  if (trial) return
  const since = new Date(Math.floor(now.getTime() / interval) * interval)
  await run(
    tx,
    `
    with same as (delete from submission_drafts where submission_id = $1 and person_id = $2 and at >= $3),
      old as (
        delete from submission_drafts where submission_id = $1 and at < (
          select at from submission_drafts where submission_id = $1 order by at desc offset ${mostKept - 2} limit 1))
    insert into submission_drafts (submission_id, at, person_id, text, files, names) values ($1, $4, $2, $5, $6, $7)
    on conflict do nothing`,
    submission,
    person,
    since,
    now,
    draft.text,
    draft.uploads,
    draft.names,
  )
}

export async function readDraftHistory(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<DraftHistory> {
  const { submission } = await openWork(deps, actor, scope, id)
  if (!submission) return { items: [] }
  const states = await rows<{ at: Date; person_id: string; text: string; files: string[]; names: string[] }>(
    deps.db,
    `select at, person_id::text, text, files::text[] as files, names from submission_drafts where submission_id = $1 order by at desc, person_id limit ${mostKept}`,
    submission.id,
  )
  const names = await personNames(
    deps.db,
    states.map(({ person_id }) => person_id),
  )
  return {
    items: states.map(({ at, person_id, text, files, names: called }) => {
      const by = names.get(person_id)
      return {
        at: at.toISOString(),
        by: by && !by.deleted ? { id: by.id, name: by.name } : null,
        text,
        files: files.map((upload_id, nth) => ({ upload_id, name: called[nth] || `file-${nth + 1}` })),
      }
    }),
  }
}
