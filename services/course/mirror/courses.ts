// Reads of the course mirror's courses.
import { rows, type Tx } from '@lyceum/kit/database/database'

export type MirrorCourse = {
  id: string
  org_id: string
  name: string
  course_code: string
  course_type: number
  published: boolean
  deleted: boolean
  cover_upload_id: string | null
  department_id: string | null
  /** null: its organisation's. */
  time_zone: string | null
  learning_mode: 'normal' | 'checkpoint'
}

/** Courses by id, deleted ones too; one that is not in the mirror yet is missing from the map. */
export async function coursesById(tx: Tx, ids: string[]): Promise<Map<string, MirrorCourse>> {
  if (ids.length === 0) return new Map()
  const courses = await rows<MirrorCourse>(
    tx,
    `
    select id::text, org_id::text, name, course_code, course_type, published, deleted, cover_upload_id::text, department_id::text, time_zone, learning_mode
    from mirror.courses where id = any($1)`,
    [...new Set(ids)],
  )
  return new Map(courses.map((course) => [course.id, course]))
}
export const courseById = async (tx: Tx, id: string): Promise<MirrorCourse | undefined> => (await coursesById(tx, [id])).get(id)
