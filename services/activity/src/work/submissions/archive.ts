// The files of many submissions, each with its place in an archive that the page makes.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict } from '@lyceum/kit/calls/errors'
import { rows } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { isNameless } from '../../activity/anonymity.ts'
import type { Selected, SubmissionFiles } from './api.ts'
import { opener } from './files.ts'
import { fitName, uniquePaths } from '../../activity/work-rules.ts'
import { selectedIds } from './selection.ts'
import { filesOf } from './submission-row.ts'
import { readAssignment } from './work.ts'

const most = 2000

type Row = { id: string; pseudonym: number; files: unknown; name: string | null; user_no: string | null }

/** Of the last version of each. 409 submission.archiveTooLarge beyond 2,000 files. */
export async function readFiles(deps: Deps, actor: Actor, scope: CourseScope, id: string, selected: Selected): Promise<SubmissionFiles> {
  const { db } = deps
  const activity = await readAssignment(deps, id)
  const nameless = await isNameless(db, activity)
  const ids = await selectedIds(deps, activity, nameless, selected)
  const works = await rows<Row>(
    db,
    `
    select s.id::text, s.pseudonym, v.files, coalesce(p.name, g.name) as name, p.user_no from submissions s
    join submission_versions v on v.submission_id = s.id and v.n = s.n
    left join mirror.persons p on p.id = s.person_id left join mirror.groups g on g.id = s.group_id
    where s.id = any($1) and jsonb_array_length(v.files) > 0 order by ${nameless ? 's.pseudonym' : 'p.user_no, name, s.id'} limit ${most + 1}`,
    ids,
  )
  const all = works.flatMap(filesOf)
  if (all.length > most) throw conflict('submission.archiveTooLarge', { most })
  const { file, expires } = await opener(deps, actor, scope, activity, all)
  const folders = uniquePaths(
    works.map((work) => fitName(nameless ? String(work.pseudonym) : [work.user_no, work.name].filter(Boolean).join('_'))),
  )
  const items = works.flatMap((work, nth) => {
    const files = filesOf(work).map((one, at) => file(one, at, nameless ? work.id : undefined))
    const paths = uniquePaths(files.map(({ name }) => fitName(name)))
    return files.flatMap(({ upload_id, name, size, grant, url }, at) =>
      grant && url ? [{ submission_id: work.id, upload_id, name, path: `${folders[nth]}/${paths[at]}`, size, grant, url }] : [],
    )
  })
  return { items, expires_at: expires.toISOString() }
}
