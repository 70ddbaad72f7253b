// The comment bank: a person's own comments, to be put into markings.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { newId } from '@lyceum/kit/ids'
import { permittedAmong } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import type { MarkingComment as Row } from '../../generated/client.ts'
import type { BankComment, BankDraft } from './api.ts'

/** Most comments of one person. */
const most = 200
const toComment = ({ id, text, courseId, used }: Row): BankComment => ({ id, text, course_id: courseId, used })
const mine = ({ person, org }: Actor) => ({ personId: person, orgId: org })

export async function listComments({ db }: Deps, actor: Actor, course: string | undefined): Promise<{ items: BankComment[] }> {
  const found = await db.markingComment.findMany({
    where: { ...mine(actor), ...(course && { OR: [{ courseId: course }, { courseId: null }] }) },
    orderBy: [{ used: 'desc' }, { id: 'desc' }],
    take: most,
  })
  return { items: found.map(toComment) }
}

export async function addComment({ db }: Deps, actor: Actor, { text, course_id = null }: BankDraft): Promise<BankComment> {
  await checkCourse(db, actor, course_id)
  if ((await db.markingComment.count({ where: mine(actor) })) >= most) throw conflict('markingComment.tooMany', { most })
  return toComment(await db.markingComment.create({ data: { id: newId(), ...mine(actor), text, courseId: course_id } }))
}

type Changes = Partial<BankDraft> & { used?: number }
/** 404 for a comment of somebody else. */
export async function changeComment({ db }: Deps, actor: Actor, id: string, { text, course_id, used }: Changes): Promise<BankComment> {
  if (course_id) await checkCourse(db, actor, course_id)
  const data = {
    ...(text !== undefined && { text }),
    ...(course_id !== undefined && { courseId: course_id }),
    ...(used !== undefined && { used }),
  }
  const [row] = await db.markingComment.updateManyAndReturn({ where: { id, ...mine(actor) }, data })
  if (!row) throw notFound('markingComment', id)
  return toComment(row)
}

export async function deleteComment({ db }: Deps, actor: Actor, id: string): Promise<null> {
  const { count } = await db.markingComment.deleteMany({ where: { id, ...mine(actor) } })
  if (count === 0) throw notFound('markingComment', id)
  return null
}

async function checkCourse(db: Deps['db'], actor: Actor, course: string | null): Promise<void> {
  if (course && (await permittedAmong(db, actor, [course], 'work.mark')).length === 0) throw invalid({ course_id: 'course.notFound' })
}
