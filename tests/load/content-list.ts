// The content list alone, with all that the learning model adds to it.
import { until } from '@lyceum/kit/test/wait'
import { makeSchool } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { startBaseline } from './baseline.ts'
import { byTurns, courseOf, joined } from './content-page.ts'
import { inDatabase, inProcess } from './cpu.ts'
import { type Figure, perSecond } from './figures.ts'
import { pound, type Pounded } from './pound.ts'

/** Prerequisites, personal times and a module with dates on each activity, beside a course with neither, against a bare route that reads the plain rows of the same course in one query. */
export async function contentList(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const list = async (required: number, times: boolean) => {
    const course = await courseOf(
      teacher,
      200,
      [],
      required,
      times ? { start_time: '2026-01-01T08:00:00Z', end_time: '2996-01-01T08:00:00Z' } : {},
    )
    const params = { id: course }
    if (times)
      for (const { id } of (await teacher.call('GET /api/courses/:id/content', { params })).modules)
        await teacher.call('PUT /api/modules/:id', {
          params: { id },
          body: { starts_at: '2026-01-02T08:00:00Z', ends_at: '2995-01-01T08:00:00Z' },
        })
    const student = await joined(school, teacher, course)
    if (times)
      // once activity knows of the student, who joined in a session of their own
      await until(() =>
        teacher
          .call('POST /api/courses/:id/allowances', { params, body: { person_ids: [student.id], extra_minutes: 90 } })
          .catch(() => false),
      )
    const headers = { cookie: student.cookie, 'request-scope': student.org }
    return { course, url: product.url, pid: product.process?.pid, headers, shots: [{ path: `/api/courses/${course}/content` }] }
  }
  const [plain, full] = [await list(0, false), await list(2, true)]
  const bare = await startBaseline(product.databases.activity!)
  try {
    const row = { url: bare.url, headers: {}, shots: [{ path: `/content/${plain.course}` }] }
    const targets = [row, plain, full]
    for (const target of targets) await pound({ ...target, clients: 8, seconds: 5 })
    const [rows = 0, free = 0, all = 0] = await byTurns(targets, 8)
    const [ofFree, ofAll] = [await pound({ ...plain, clients: 8, seconds: 5 }), await pound({ ...full, clients: 8, seconds: 5 })]
    const cpu = ({ cpu }: Pounded) => cpu && `${inProcess(cpu)} + ${inDatabase(cpu)}`
    return [
      {
        name: 'content list, 200 activities that each require two, each with personal times in a module with dates, 8 clients',
        value: perSecond(all),
        baseline: `bare route with one query for the plain rows ${perSecond(rows)}`,
        ratio: rows / all,
        aim: `as without either (${perSecond(free)}, 1.5)`,
        met: free / all <= 1.5,
        note: `of processor time, process + database, a call takes ${cpu(ofAll)}, without either ${cpu(ofFree)}.`,
      },
    ]
  } finally {
    await bare.stop()
  }
}
