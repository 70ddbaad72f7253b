// Papers of copied activities: the last one goes along, as a draft; where the copy is published, frozen as it was.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import type { Activity } from '../generated/client.ts'
import { holdPaperFiles } from './paper-files.ts'
import { latestPapers, writePaper } from './paper-row.ts'

type Copied = { from: string; to: Pick<Activity, 'id' | 'orgId' | 'courseId' | 'published'> }

export async function copyPapers(tx: Tx, copies: readonly Copied[], now: Date): Promise<void> {
  const papers = await latestPapers(
    tx,
    copies.map(({ from }) => from),
  )
  const paperOf = new Map(papers.map((row) => [row.activity_id, row]))
  for (const { from, to } of copies) {
    const row = paperOf.get(from)
    if (!row) continue
    const frozen = to.published && row.frozen_at ? now : null
    const copied = {
      ...row,
      id: newId(),
      n: 1,
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
