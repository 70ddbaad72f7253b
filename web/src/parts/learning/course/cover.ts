// The cover of a course: its picture where it has one, and its pattern.
import { currentScope } from '../../../client.ts'

type Covered = {
  id: string
  cover_upload_id?: string | null
  cover_pattern?: number | null
  role?: string | null
  course_attributes?: { published: boolean }
}

/** The properties of CourseCover. The picture's address changes with the picture; a guest's needs no organisation, and students see none of a
 *  course that is hidden from them. */
export function coverOf({ id, cover_upload_id, cover_pattern, role, course_attributes }: Covered) {
  const org = currentScope()?.org
  const hidden = role === 'student' && course_attributes?.published === false
  const address = org ? `/api/${at(id)}?scope=${org}&v=${cover_upload_id}` : `/anonymous-api/${at(id)}?v=${cover_upload_id}`
  return { id, src: cover_upload_id && !hidden ? address : null, pattern: cover_pattern ?? null }
}
const at = (id: string) => `courses/${encodeURIComponent(id)}/cover`

/** As guests see it: the picture of a course that is open to them, whoever looks. */
export const openCoverOf = ({ id, cover_upload_id, cover_pattern, open }: Covered & { open: boolean }) => ({
  id,
  src: cover_upload_id && open ? `/anonymous-api/${at(id)}?v=${cover_upload_id}` : null,
  pattern: cover_pattern ?? null,
})
