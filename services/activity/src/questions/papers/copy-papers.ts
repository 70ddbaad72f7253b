// Papers of copied activities: the last one goes along, as a draft; where the copy is published, frozen as it was. In a copied course it asks and
// draws what that course has of its own.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { copiedPlaces, ownQuestions } from '../banks/course-copy.ts'
import { type CourseCopy, linksRenamed } from '../../activity/links.ts'
import type { Activity } from '../../generated/client.ts'
import { holdPaperFiles } from './paper-files.ts'
import { latestPapers, type StoredSection, versionsOf, writePaper } from './paper-row.ts'

type Copied = { from: string; to: Pick<Activity, 'id' | 'orgId' | 'courseId' | 'published'> }

export async function copyPapers(tx: Tx, copies: readonly Copied[], now: Date, copy?: CourseCopy): Promise<void> {
  const papers = await latestPapers(
    tx,
    copies.map(({ from }) => from),
  )
  const paperOf = new Map(papers.map((row) => [row.activity_id, row]))
  const sectionsOf = await inCopy(
    tx,
    papers.map(({ sections }) => sections),
    copy,
  )
  for (const { from, to } of copies) {
    const row = paperOf.get(from)
    if (!row) continue
    const frozen = to.published && row.frozen_at ? now : null
    const copied = {
      ...row,
      id: newId(),
      n: 1,
      sections: sectionsOf(row.sections),
      org_id: to.orgId,
      course_id: to.courseId,
      activity_id: to.id,
      frozen_at: frozen,
      version: String(versionAfter(undefined, now)),
    }
    await writePaper(tx, copied)
    await holdPaperFiles(tx, copied)
  }
  // the addresses stay with the exam, the code is for whoever sits in one room
  await rows(
    tx,
    `insert into exam_access (activity_id, ip_ranges) select c.to_id, e.ip_ranges
     from jsonb_to_recordset($1::jsonb) as c(from_id uuid, to_id uuid) join exam_access e on e.activity_id = c.from_id on conflict do nothing`,
    JSON.stringify(copies.map(({ from, to }) => ({ from_id: from, to_id: to.id }))),
  )
}

/** Of papers of the source: what their sections are in the copy. */
async function inCopy(
  tx: Tx,
  papers: readonly StoredSection[][],
  copy?: CourseCopy,
): Promise<(sections: StoredSection[]) => StoredSection[]> {
  if (!copy) return (sections) => sections
  const all = papers.flat()
  const own = await ownQuestions(tx, copy, versionsOf(all))
  const places = await copiedPlaces(
    tx,
    copy,
    all.flatMap(({ entries }) => entries.flatMap(({ draw }) => draw?.bank_id ?? [])),
  )
  const ownOf = (id: string) => own.get(id) ?? id
  const placeOf = (id: string) => places.get(id) ?? id
  return (sections) =>
    sections.map((section) => ({
      ...section,
      text: linksRenamed(section.text, copy.as),
      entries: section.entries.map(({ question_id, version_id, stimulus, draw, pool, ...entry }) => ({
        ...entry,
        ...(question_id && { question_id: ownOf(question_id) }),
        ...(version_id && { version_id: ownOf(version_id) }),
        ...(stimulus && { stimulus: ownOf(stimulus) }),
        ...(draw && {
          draw: { ...draw, bank_id: placeOf(draw.bank_id), ...(draw.folder_id && { folder_id: placeOf(draw.folder_id) }) },
        }),
        ...(pool && { pool: pool.map(([version, about]): [string, string | null] => [ownOf(version), about && ownOf(about)]) }),
      })),
    }))
}
