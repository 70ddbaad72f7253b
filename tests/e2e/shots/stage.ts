// The stage of the scenes in a running demo school: the ids of its course, a draft, and how its people sign in.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { demoPerson, open, signInBy } from '../browser.ts'
import type { Role, Stage } from './scenes.ts'

export type Logins = Record<Exclude<Role, 'visitor'>, { demo_person: string }>
type Row = { id: string; type: string; title: string; uploads: { name: string; status: string }[] }

/** Waits until the school is complete: its films are ready and, where a release has that, it says so. */
export async function stageOf(browser: Browser, url: string): Promise<{ stage: Stage; logins: Logins }> {
  const { context } = await open(browser, url)
  try {
    const named = (name: string) => demoPerson(context, url, name)
    const [student, teacher] = [await named('Maya'), await named('Elena')]
    const manager = await named('Grace').catch(() => named('Siti'))
    const colleague = await named('Siti')
    await signInBy(context, url, teacher)
    const headers: Record<string, string> = { origin: url }
    const get = async (path: string) => (await context.request.get(url + path, { headers })).json()
    const post = async (path: string, data: object) => (await context.request.post(url + path, { headers, data })).json()
    headers['request-scope'] = ((await get('/api/session')) as { org_id: string }).org_id
    /** Releases before the course's content was a call of its own have the list of its activities. */
    const contentOf = async (course: string): Promise<{ activities: Row[] }> => {
      const content = await get(`/api/courses/${course}/content`)
      return 'activities' in content ? content : await get(`/api/courses/${course}/all-activities`)
    }
    const isMade = async () => !((await get('/api/config')) as { org: { demo_preparing?: boolean } }).org.demo_preparing
    for (let tries = 0; tries < 600; tries++, await sleep(1000)) {
      const { items } = (await get('/api/my-courses')) as { items: { id: string; name: string }[] }
      const course = items.find(({ name }) => name === 'Marine Biology II')?.id
      if (!course || !(await isMade())) continue
      const { activities } = await contentOf(course)
      const film = activities.find(({ type, title }) => type === 'online_video' && title === 'Why deep water sinks')
      const withFile = (end: RegExp) => activities.find(({ uploads }) => uploads.some(({ name }) => end.test(name)))?.id
      const page = activities.find(({ type }) => type === 'page')?.id
      const exam = activities.find(({ type }) => type === 'exam')?.id
      const paper = withFile(/\.pdf$/)
      if (film?.uploads[0]?.status !== 'ready' || !page || !paper) continue
      const draft = ((await post('/api/course', { name: 'Coastal Field Week', course_code: 'MBIO 220' })) as { id: string }).id
      const added = await post(`/api/courses/${draft}/activities`, {
        type: 'page',
        title: 'What to bring',
        body: '<p>Boots, a notebook, a warm coat.</p>',
        published: true,
      })
      const [org, draftPage] = [headers['request-scope'], (added as { id: string }).id]
      const office = withFile(/\.xlsx$/)
      const stage = { url, org, course, film: film.id, paper, page, exam, office, draft, draftPage, colleague }
      return { stage, logins: { student, teacher, manager } }
    }
    throw new Error(`the demo school at ${url} is not complete`)
  } finally {
    await context.close()
  }
}
