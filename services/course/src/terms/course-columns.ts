// The columns of a course that a draft sets, with the names of its department and its term.
import { invalid, notKnownYet } from '@lyceum/kit/calls/errors'
import { one } from '@lyceum/kit/database/database'
import { isTimeZone } from '@lyceum/kit/text/time-zones'
import type { CourseDraft } from '../courses/api.ts'
import { columnsOf } from '../courses/course-view.ts'
import type { Deps } from '../deps.ts'
import type { Course as Row } from '../generated/client.ts'
import { termColumns } from './terms.ts'

/** The columns that a draft sets in a course of this organisation: its department under its name, its term with the names of it; a year or
 *  semester that is written takes the course out of its term. */
export async function columnsIn(
  deps: Deps,
  org: string,
  draft: Partial<CourseDraft>,
  current?: Pick<Row, 'departmentId' | 'departmentName'>,
) {
  const { term_id, academic_year, semester } = draft
  const written = academic_year !== undefined || semester !== undefined
  return {
    ...columnsOf(await withDepartment(deps, org, draft, current)),
    ...(term_id === undefined ? written && { termId: null } : await termColumns(deps.db, org, term_id)),
  }
}

/** The draft with its department's name as the organisation has it; 400 department.unknown. One without id is a text, and binds nobody. */
async function withDepartment<Draft extends Partial<CourseDraft>>(
  { db }: Deps,
  org: string,
  draft: Draft,
  current?: Pick<Row, 'departmentId' | 'departmentName'>,
): Promise<Draft> {
  const id = draft.department?.id
  if (!id) return draft
  const known = await one<{ name: string }>(
    db,
    'select name from mirror.departments where id = $1 and org_id = $2 and not deleted',
    id,
    org,
  )
  // a department that is deleted in the meantime stays with the courses it has
  const name = known?.name ?? (current?.departmentId === id.toLowerCase() ? current.departmentName : undefined)
  if (typeof name !== 'string') throw invalid({ 'department.id': notKnownYet('department.unknown') })
  return { ...draft, department: { id, name } }
}

export function checkDates(start: Date | null | undefined, end: Date | null | undefined) {
  if (start && end && end < start) throw invalid({ end_date: 'course.endBeforeStart' })
}
export function checkZone(zone: string | null | undefined) {
  if (typeof zone === 'string' && !isTimeZone(zone)) throw invalid({ time_zone: 'field.timeZone' })
}
