// The homework of a demo course, handed in by its students and partly marked, and its gradebook. Homework that exists already stays unchanged.
import { newId } from '@lyceum/kit/ids'
import { onceKnown, signIn } from './client.ts'
import type { Homework, Scores } from './content/homework.ts'
import { numbersOf } from './history.ts'
import { makeDocument } from './documents.ts'
import { dayAt, type Made } from './make-course.ts'
import { studentNos } from './school.ts'
import { sent } from './send.ts'

export async function addHomework(made: Made): Promise<void> {
  const { homework = [], scores } = made.given
  for (const one of homework) await addWork(made, one)
  if (scores) await addScores(made, scores)
}

async function addWork(made: Made, homework: Homework): Promise<void> {
  const { teacher, course, given, ground, once } = made
  const { call } = teacher
  const { modules } = await call('GET /api/courses/:id/content', { params: { id: course } })
  const module = modules.find(({ name }) => name === homework.module)
  const upload_ids: string[] = []
  for (const file of homework.handouts ?? [])
    upload_ids.push(await sent(teacher, await makeDocument(file, ground.folder), once, { allow_download: true }))
  const { id } = await onceKnown([400, 404], () =>
    call('POST /api/courses/:id/activities', {
      params: { id: course },
      body: {
        type: 'homework',
        ...(module && { module_id: module.id }),
        upload_ids,
        title: homework.title,
        body: homework.body,
        points: homework.points,
        due_time: dayAt(ground.now, homework.due, 23, 59),
        end_time: dayAt(ground.now, homework.closes, 23, 59),
        settings: { work: 'both', resubmissions: 1 },
        published: true,
      },
      ...once('homework', homework.title),
    }),
  )
  const params = { id }
  let rubric = await call('GET /api/activities/:id/rubric', { params, query: {} })
  if (rubric.n === 0) {
    const criteria = homework.criteria.map((one) => ({
      ...one,
      id: newId(),
      levels: one.levels.map((level) => ({ ...level, id: newId(), about: '' })),
    }))
    rubric = await call('PUT /api/activities/:id/rubric', { params, body: { criteria, version: 0 } })
  }
  const writers = studentNos(given).slice(0, homework.handedIn)
  for (const [nth, no] of writers.entries()) {
    const person = ground.school.people.get(no)
    if (!person) continue
    const student = await signIn(ground.address, { org: ground.school.org, person })
    const mine = await onceKnown([403, 404], () => student.call('GET /api/activities/:id/my-submission', { params }))
    if (mine.versions.length > 0) continue
    const text = homework.works[nth]!
    const file = homework.files?.[nth]
    const files = file && [
      await sent(student, await makeDocument(file, ground.folder), (...step) => once(no, ...step), { allow_download: true }),
    ]
    const kept = await student.call('PUT /api/activities/:id/my-submission/draft', {
      params,
      body: { text, ...(file && { upload_ids: files, names: [file.file] }), version: mine.draft?.version ?? 0 },
    })
    await student.call('POST /api/activities/:id/my-submission', { params, body: { version: kept.version } })
  }
  const { items } = await call('GET /api/activities/:id/submissions', { params, query: { page: 1, page_size: 100 } })
  const marked: string[] = []
  for (const { id: submission, state, author } of items) {
    const nth = writers.findIndex((no) => ground.school.people.get(no) === author.id)
    if (!submission || state !== 'submitted' || nth < 0 || nth >= homework.marked) continue
    const { marking } = await call('GET /api/submissions/:id/marking', { params: { id: submission }, query: {} })
    if (marking) continue
    const number = numbersOf(`${homework.title} ${nth}`)
    const criteria = Object.fromEntries(
      rubric.criteria.map((one) => {
        const level = one.levels[Math.min(one.levels.length - 1, Math.floor((0.35 + 0.65 * number()) * one.levels.length))]!
        return [one.id, { level: level.id, points: null, comment: '' }]
      }),
    )
    await call('PUT /api/submissions/:id/marking', {
      params: { id: submission },
      body: { n: 1, criteria, comment: homework.comments[nth % homework.comments.length]!, done: true, version: 0 },
    })
    marked.push(submission)
  }
  if (marked.length > 0) await call('POST /api/activities/:id/submissions/return', { params, body: { ids: marked } })
}

/** Its categories with their activities, and a column without an activity whose scores are written by hand. */
async function addScores({ teacher: { call }, course, given, ground, once }: Made, { categories, written }: Scores): Promise<void> {
  const params = { id: course }
  const book = await call('GET /api/courses/:id/gradebook', { params })
  if (book.categories.length > 0) return
  const { item } = await call('POST /api/courses/:id/score-items', { params, body: written, ...once('column') })
  const columns = [...book.items, item]
  const itemOf = (title: string) => columns.find((one) => one.title === title)
  for (const { name, weight, items } of categories) {
    const { category } = await call('POST /api/courses/:id/score-categories', { params, body: { name, weight } })
    for (const { id, version } of items.flatMap((title) => itemOf(title) ?? []))
      await call('PUT /api/score-items/:id', { params: { id }, body: { category_id: category.id, version } })
  }
  await call('PUT /api/courses/:id/score-policy', { params, body: { aggregation: 'weighted', digits: 1, version: book.policy.version } })
  const cells = studentNos(given).flatMap((no) => {
    const person = ground.school.people.get(no)
    const number = numbersOf(`score ${no}`)
    if (!person || number() > 0.9) return []
    return [{ item_id: item.id, person_id: person, points: String(Math.round(Number(written.points) * (0.5 + 0.5 * number()))), saw: null }]
  })
  await call('PUT /api/courses/:id/scores', { params, body: { cells } })
}
