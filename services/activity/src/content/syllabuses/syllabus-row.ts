// The row of a syllabus with what is in it: read, in replies, in facts.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { raiseVersions } from '@lyceum/kit/facts/resync'
import { SyllabusChangedSchema } from '@lyceum/proto/activity'
import type { Syllabus as SyllabusModel } from '../../generated/client.ts'
import { shownSql } from '../../times/times-sql.ts'
import type { Syllabus } from './api.ts'

const columns = columnsOf<SyllabusModel>()('id', 'org_id', 'course_id', 'name', 'sort', 'starts_on', 'ends_on', 'deleted', 'version')
export type SyllabusRow = RowOf<typeof columns> & Pick<Syllabus, 'module_ids' | 'activity_ids'>

/** As on the wire; a Date would become another day where the process has another zone. */
export const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null
export const toSyllabus = ({ org_id: _, deleted: __, starts_on, ends_on, version, ...row }: SyllabusRow): Syllabus => ({
  ...row,
  starts_on: day(starts_on),
  ends_on: day(ends_on),
  version: Number(version),
})

/** `all`: also drafts, and what is in hidden modules. */
const select = (all: string) => `
  select ${columns('s')},
    array(select i.item_id::text from syllabus_items i join modules m on m.id = i.item_id and not m.deleted and (m.published or ${all})
      where i.syllabus_id = s.id and i.is_module order by i.sort, i.item_id) as module_ids,
    array(select i.item_id::text from syllabus_items i join activities a on a.id = i.item_id and not a.deleted and ((${shownSql('a')}) or ${all})
      where i.syllabus_id = s.id and not i.is_module order by i.sort, i.item_id) as activity_ids
  from syllabuses s`

/** The plan of a course, the dated ones first. */
export const readPlan = (tx: Tx, course: string, all: boolean): Promise<SyllabusRow[]> =>
  rows<SyllabusRow>(
    tx,
    `${select('$2')} where s.course_id = $1 and not s.deleted order by s.starts_on nulls last, s.ends_on nulls last, s.sort, s.id`,
    course,
    all,
  )

export const readSyllabuses = (tx: Tx, ids: readonly string[]): Promise<SyllabusRow[]> =>
  rows<SyllabusRow>(tx, `${select('true')} where s.id = any($1) order by s.id`, [...ids])

/** Emits these with what is in them. Call it after the rows are written. */
export async function emitSyllabuses(tx: Tx, ids: readonly string[]): Promise<SyllabusRow[]> {
  const changed = await readSyllabuses(tx, ids)
  await emitAll(
    tx,
    changed.map((row) =>
      fact(
        SyllabusChangedSchema,
        { key: `course:${row.course_id}`, org: row.org_id },
        {
          id: row.id,
          orgId: row.org_id,
          courseId: row.course_id,
          name: row.name,
          sort: row.sort,
          startsOn: day(row.starts_on) ?? undefined,
          endsOn: day(row.ends_on) ?? undefined,
          moduleIds: row.module_ids,
          activityIds: row.activity_ids,
          deleted: row.deleted,
          version: BigInt(row.version),
        },
      ),
    ),
  )
  return changed
}

/** Emits the next syllabuses after an id, for a resync; returns the last id. */
export async function resyncSyllabuses(tx: Tx, after: string): Promise<string | undefined> {
  const raised = await raiseVersions(tx, 'syllabuses', after)
  await emitSyllabuses(tx, raised)
  return raised.at(-1)
}
