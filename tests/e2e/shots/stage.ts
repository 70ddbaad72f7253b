// The stage of the scenes in a running demo school: the ids of its courses, what the scenes need beyond them, and how its people sign in.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext } from 'playwright-core'
import { demoPerson, open, signInBy } from '../browser.ts'
import type { Logins, Stage } from './scene.ts'

type Row = { id: string; type: string; title: string; uploads: { id: string; name: string; status: string }[] }
type Calls = ReturnType<typeof callsOf>

/** Calls as who is signed in in this window; an answer that is none of success is an error unless `orElse` replaces it. */
function callsOf(context: BrowserContext, url: string) {
  const headers: Record<string, string> = { origin: url }
  const send = async (method: 'get' | 'post' | 'put', path: string, data?: object, orElse?: object) => {
    const answer = await context.request[method](`${url}/api${path}`, { headers, ...(data && { data }) })
    if (answer.ok()) return answer.status() === 204 ? {} : await answer.json()
    if (orElse) return orElse
    throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  }
  return {
    async signIn(who: { demo_person: string }): Promise<string> {
      await signInBy(context, url, who)
      headers['request-scope'] = ((await send('get', '/session')) as { org_id: string }).org_id
      return headers['request-scope']
    },
    get: <T>(path: string, orElse?: object) => send('get', path, undefined, orElse) as Promise<T>,
    post: <T = { id: string }>(path: string, data: object, orElse?: object) => send('post', path, data, orElse) as Promise<T>,
    put: (path: string, data: object, orElse?: object) => send('put', path, data, orElse),
  }
}

/** Waits until the school is complete: its films are ready and, where a release has that, it says so. */
export async function stageOf(browser: Browser, url: string): Promise<Stage> {
  const { context } = await open(browser, url)
  try {
    const named = (name: string) => demoPerson(context, url, name)
    const logins: Logins = {
      student: await named('Maya'),
      teacher: await named('Elena'),
      manager: await named('Grace'),
      admin: await named('Siti'),
      newcomer: await named('Daniel'),
    }
    const as = callsOf(context, url)
    await as.signIn(logins.teacher)
    for (let tries = 0; tries < 600; tries++, await sleep(1000)) {
      const { org } = await as.get<{ org: { demo_preparing?: boolean } }>('/config')
      if (!org.demo_preparing) return await setUp(as, url, logins)
    }
    throw new Error(`the demo school at ${url} is not complete`)
  } finally {
    await context.close()
  }
}

async function setUp(as: Calls, url: string, logins: Logins): Promise<Stage> {
  await as.signIn(logins.student)
  const { items: courses } = await as.get<{ items: { id: string; name: string }[] }>('/my-courses?page_size=100')
  const idOf = (name: string) => courses.find((one) => one.name === name)?.id ?? ''
  const course = idOf('Marine Biology II')
  const org = await as.signIn(logins.teacher)
  const { activities } = await as.get<{ activities: Row[] }>(`/courses/${course}/content`)
  const of = (title: string) => activities.find((one) => one.title === title)?.id ?? ''
  const paper = activities.find(({ uploads }) => uploads.some(({ name }) => name.endsWith('.pdf')))
  const essay = of('Essay: a winter without the deep current')
  const { items: works } = await as.get<{ items: { id: string; author: { name: string } }[] }>(
    `/activities/${essay}/submissions?page_size=100`,
  )
  const ids = works.filter(({ author }) => author.name.startsWith('Maya')).map(({ id }) => id)
  await as.post(`/activities/${essay}/submissions/return`, { ids, rework: true })
  const draft = await as.post('/course', { name: 'Coastal Field Week', course_code: 'MBIO 220' })
  const add = (to: string, type: string, title: string, more: object) => as.post(`/courses/${to}/activities`, { type, title, ...more })
  const draftPage = await add(draft.id, 'page', 'What to bring', { body: '<p>Boots, a notebook, a warm coat.</p>' })
  const draftExam = await add(draft.id, 'exam', 'Knots', { settings: {} })
  const event = 'Repair of the winch'
  await as.post(
    '/calendar-events',
    { title: event, ...hoursFromNow(20, 21), target_type: 'course', target_data: { course_id: course } },
    {},
  )
  await as.post(`/courses/${course}/bulletins`, { title: 'Boat at nine', content: '<p>Bring boots.</p>', state: 'published' }, {})
  const { invites = [] } = await as.post<{ invites?: { id: string }[] }>(
    `/course/${course}/invites`,
    { emails: ['t1003@aldermoor.example'], invite_type: 'email', role: 'instructor_assistant' },
    {},
  )
  const quiz = await quizIn(as, course)
  await bulletinOfToday(as, logins)
  return {
    url,
    org,
    logins,
    course,
    film: of('Why deep water sinks'),
    paper: paper?.id ?? '',
    paperFile: paper?.uploads.find(({ name }) => name.endsWith('.pdf'))?.id ?? '',
    page: of('Density in one formula'),
    exam: of('Mid-term: salt, heat and currents'),
    essay,
    quiz,
    silk: idOf('丝绸之路艺术'),
    algebra: idOf('Linear Algebra'),
    draft: draft.id,
    draftPage: draftPage.id,
    draftExam: draftExam.id,
    invite: invites[0]?.id ?? '',
    event,
  }
}

const hoursFromNow = (from: number, to: number) => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  return { start_time: at(from), end_time: at(to) }
}

/** An exam of two questions that is open: thirty minutes, and twenty minutes before it closes. */
async function quizIn(as: Calls, course: string): Promise<string> {
  const bank = await as.post('/banks', { title: `Quiz ${Date.now()}`, course_id: course })
  const base = { title: '', points: '1', feedback: '', tags: [] }
  const questions = [
    { ...base, type: 'true_false', stem: '<p>Salt makes water heavier.</p>', content: {}, key: { right: true } },
    { ...base, type: 'essay', stem: '<p>Why does ice float?</p>', content: { format: 'plain' }, key: {} },
  ]
  const { results } = await as.post<{ results: { id: string }[] }>(`/banks/${bank.id}/questions`, { questions })
  const { id } = await as.post(`/courses/${course}/activities`, {
    type: 'exam',
    title: 'Quiz: salt and ice',
    settings: { limit_minutes: 30 },
    ...hoursFromNow(-1, 3),
  })
  const entries = results.map((one) => ({ question_id: one.id, points: '1' }))
  await as.put(`/activities/${id}/paper`, { version: 0, sections: [{ id: 'quiz', title: '', text: '', entries }] })
  await as.put(`/activities/${id}`, { published: true })
  return id
}

/** A bulletin that everybody of the scenes has seen but the newcomer. */
async function bulletinOfToday(as: Calls, logins: Logins): Promise<void> {
  await as.signIn(logins.manager)
  const { id } = await as.post(
    '/org/bulletins',
    { title: 'Water off on Friday', content: '<p>All buildings, from 14:00 to 16:00.</p>', state: 'published' },
    { id: '' },
  )
  for (const who of ['student', 'teacher', 'manager', 'admin'] as const) {
    await as.signIn(logins[who])
    if (id) await as.put('/bulletins/seen', { ids: [id] }, {})
  }
}
