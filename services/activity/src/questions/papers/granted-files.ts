// The files of papers: who writes them opens those of all papers of an activity, those of the keys too; who is asked, those of the paper that asks.
import { type CourseScope, teaches } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden } from '@lyceum/kit/calls/errors'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { filesIn } from '@lyceum/kit/text/rich-text'
import type { GrantedFiles } from '../../activity/api.ts'
import { openActivity, type OpenedActivity } from '../../activity/open-activity.ts'
import type { Deps } from '../../deps.ts'
import { openFiles } from '../../progress/plays/grants.ts'
import { questionTypeOf } from '../question-types.ts'
import { askers } from '../../types/askers.ts'
import { isMedia } from '../../activity/uploads/uploads.ts'
import { currentPaper, type KeptVersion, uploadsIn, uploadsInSections } from './kept-papers.ts'
import { resolve } from './paper-problems.ts'
import { latestPaper, versionsOf } from './paper-row.ts'
import { slotsOf, uploadsOf } from './paper-view.ts'
import { askerOf, paperCourseOf } from './papers.ts'

/** 403 for who writes an exam: its files come with the attempt. */
export async function openPaperFiles(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<GrantedFiles> {
  const activity = await openActivity(deps, actor, scope, id)
  const asker = askerOf(activity)
  if (teaches(scope.access)) return await grantTexts(deps, actor, scope, activity, await allFiles(deps.db, activity, actor))
  if (askers[asker].closed) throw forbidden()
  const paper = await currentPaper(deps, activity.id)
  const ids = paper ? uploadsOf(paper, slotsOf(paper, { seed: '0', shuffling: { questions: false, options: false } })) : []
  return await grantTexts(deps, actor, scope, activity, ids)
}

/** Grants for files of texts; sounds and films are played. Texts that are open after the end, as results are, keep their pictures. */
export async function grantTexts(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  activity: OpenedActivity,
  ids: string[],
): Promise<GrantedFiles> {
  const ended = activity.endTime !== null && activity.endTime <= deps.now()
  const granted = await openFiles(deps, actor, scope, ended ? { ...activity, endTime: null } : activity, ids)
  const items = granted.items.map((item) =>
    isMedia({ type: item.type as never }) ? { ...item, url: `/bytes/${item.grant}/master.m3u8` } : item,
  )
  return { ...granted, items }
}

type VersionTexts = Pick<KeptVersion, 'type' | 'stem' | 'content'> & { key: object; feedback: string }

/** Of the questions of its papers, and of those that the last one draws from. */
async function allFiles(tx: Tx, activity: OpenedActivity, { person }: Actor): Promise<string[]> {
  const last = await latestPaper(tx, activity.id)
  if (!last) return []
  const { sections } = await resolve(tx, paperCourseOf(activity, person), askerOf(activity), last.sections)
  const found = await rows<VersionTexts>(
    tx,
    `
    select v.type, v.stem, v.content, v.key, v.feedback from question_versions v where v.id = any($1::uuid[])
      or v.id in (select u.version_id from paper_questions u join papers p on p.id = u.paper_id where p.activity_id = $2)`,
    versionsOf(sections),
    activity.id,
  )
  return [...new Set([...uploadsInSections(sections), ...found.flatMap((one) => [...uploadsIn(one), ...uploadsInKey(one)])])]
}

function uploadsInKey({ type, key, feedback }: VersionTexts): string[] {
  const found = filesIn(feedback)
  if (Object.keys(key).length > 0)
    questionTypeOf(type).keyTexts(key as never, (html) => {
      found.push(...filesIn(html))
      return html
    })
  return found
}
