// A homework with a rubric and two works to mark, and documents that are hard to show.
import { randomUUID } from 'node:crypto'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import type { School } from '../flows/school.ts'
import { send, settled } from '../flows/send.ts'
import { chinesePdf, dot } from '../media.ts'

export const level = (points: string, title: string) => ({ id: randomUUID(), points, title, about: '' })
export const criterionOf = (title: string, ...levels: ReturnType<typeof level>[]) => ({ id: randomUUID(), title, about: '', levels })
const levels = () => [level('0', 'Missing'), level('4', 'In part'), level('10', 'Whole')]

/** In a published course; both students have handed in a document of two pages. */
export async function homeworkToMark(school: School): Promise<{ course: string; homework: string }> {
  const teacher = await school.signIn('teacher')
  const course = (await teacher.call('POST /api/course', { body: { name: 'Tides', course_code: 'T1' } })).id
  const students = ['student', 'secondStudent'] as const
  await teacher.call('POST /api/courses/:id/enrollments', {
    params: { id: course },
    body: { person_ids: students.map((who) => school.people[who].id), role: 'student' },
  })
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: true } })
  const homework = (
    await teacher.call('POST /api/courses/:id/activities', {
      params: { id: course },
      body: { type: 'homework', title: 'Salinity of a pool', points: '20', release: 'by_hand', published: true },
    })
  ).id
  await teacher.call('PUT /api/activities/:id/rubric', {
    params: { id: homework },
    body: { criteria: ['Method', 'Writing'].map((title) => criterionOf(title, ...levels())), version: 0 },
  })
  await Promise.all(
    students.map(async (who) => {
      const student = await school.signIn(who)
      const file = await send(student, `${who}.pdf`, chinesePdf(['海水的盐度随深度增加', '第二页']))
      await settled(student, file.id)
      const params = { id: homework }
      const draft = await student.call('PUT /api/activities/:id/my-submission/draft', {
        params,
        body: { text: who === 'student' ? '' : '<p>We measured three pools.</p>', upload_ids: [file.id], version: 0 },
      })
      await student.call('POST /api/activities/:id/my-submission', { params, body: { version: draft.version } })
    }),
  )
  return { course, homework }
}

/** A document of 300 × 200: sealed against changes, locked by a password, with scripts, or plain; a picture. */
export async function documentOf(name: string, pages: number): Promise<Buffer<ArrayBuffer>> {
  const made = await PDFDocument.create()
  for (let at = 0; at < pages; at++) made.addPage([300, 200]).drawCircle({ x: 100, y: 100, size: 50 })
  if (name === 'script.pdf') {
    const script = { S: 'JavaScript', JS: PDFString.of('app.alert(1); window.evil = 1') }
    made.addJavaScript('evil', script.JS.asString())
    made.getPages()[0]?.node.set(PDFName.of('AA'), made.context.obj({ O: script }))
  }
  if (name === 'sealed.pdf') made.encrypt({ ownerPassword: 'tide', userPassword: '', permissions: { modifying: false } })
  if (name === 'locked.pdf') made.encrypt({ ownerPassword: 'tide', userPassword: 'mangrove' })
  if (name === 'dot.png') return dot()
  if (name === 'broken.pdf') return Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 9 0 R>>endobj\n')
  return Buffer.from(await made.save())
}
