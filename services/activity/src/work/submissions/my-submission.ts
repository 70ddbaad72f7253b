// A student's own work, or that of their group, as they see it.
import { personNames } from '@lyceum/identity/mirror/persons'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { Deps } from '../../deps.ts'
import type { MyDraft, MySubmission } from './my-submission-api.ts'
import { checkedFiles, opener } from './files.ts'
import { draftFilesOf, keptFiles } from './drafts.ts'
import { readMyVersions } from './my-versions.ts'
import { readResult } from './result.ts'
import { lateSeconds, left, refusalOf, submitsUntil } from '../../activity/work-rules.ts'
import type { SubmissionRow } from './submission-row.ts'
import { openWork, type Work } from './work.ts'

export async function readMySubmission(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<MySubmission> {
  const { db, now } = deps
  const work = await openWork(deps, actor, scope, id)
  const { submission: row, terms, group, people } = work
  const time = now()
  const progress = row ?? { n: 0, rework: false, lateSeconds: 0 }
  const refusal = work.refusal ?? refusalOf(terms, progress, time)
  const names = await personNames(db, [...(group ? people : []), ...(row?.draftBy ? [row.draftBy] : [])])
  const versions = row && row.n > 0 ? await readMyVersions(deps, actor, scope, work, row.id) : []
  const until = submitsUntil(terms, progress)
  return {
    id: row?.id ?? null,
    state: stateOf(row, versions.length > 0),
    group: group && {
      id: group.id,
      name: group.name,
      members: people.flatMap((person) => {
        const known = names.get(person)
        return known && !known.deleted ? [{ id: person, name: known.name, avatar: known.avatar }] : []
      }),
    },
    draft: row?.draftAt ? await draftOf(deps, actor, scope, work, row, names) : null,
    draft_version: Number(row?.draftVersion ?? 0),
    versions,
    opens: terms.opens?.toISOString() ?? null,
    due: terms.due?.toISOString() ?? null,
    closes: terms.closes?.toISOString() ?? null,
    submits_until: until?.toISOString() ?? null,
    may_submit: refusal === null,
    refusal,
    submissions_left: left(terms, progress),
    late_now_seconds: lateSeconds(terms.due, time, progress),
    result: row && row.n > 0 ? await readResult(db, work, row, actor.person) : null,
    version: Number(row?.version ?? 0),
  }
}

/** Of a group that somebody joined after the hand-in, there is only its draft for them. */
function stateOf(row: SubmissionRow | undefined, mine: boolean): MySubmission['state'] {
  if (!row) return 'none'
  if (row.n > 0 && mine) return row.state as MySubmission['state']
  return row.draftAt ? 'draft' : 'none'
}

async function draftOf(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  work: Work,
  row: SubmissionRow,
  names: Awaited<ReturnType<typeof personNames>>,
): Promise<MyDraft> {
  const draft = draftFilesOf(row)
  const kept = await keptFiles(deps.db, row)
  // rules may have changed since: what is no longer taken is said when it is handed in
  const rules = { ...work.rules, files: { types: [], most: Number.POSITIVE_INFINITY, megabytes: Number.POSITIVE_INFINITY } }
  const files = await checkedFiles(deps.db, draft, { rules, people: work.people, kept }, { stored: false, gone: 'left out' })
  const { file } = await opener(deps, actor, scope, work.activity, files, work.timesVersion)
  const by = names.get(row.draftBy ?? '')
  return {
    text: row.draftText,
    files: files.map((one, nth) => file(one, nth)),
    version: Number(row.draftVersion),
    updated_at: row.draftAt!.toISOString(),
    updated_by: by && !by.deleted ? { id: by.id, name: by.name } : null,
  }
}
