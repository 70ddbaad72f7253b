// node tests/e2e/shots/every-address.ts            every address in two languages, light, dark and on a phone: pictures in shots/, with a page
// node tests/e2e/shots/every-address.ts content    only addresses that contain this word
//   --languages=th,id --themes=light,dark --sizes=desktop,phone   every combination of these instead
//   --whole                 the whole page, not the window alone
// LYCEUM_URL=http://…       of a demo school that is running; else one is started, and ended again
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startProduct } from '../../flows/start.ts'
import { type Visit, visits } from '../addresses.ts'
import { demoPerson, type Look, launch, open, signInBy } from '../browser.ts'

const folder = fileURLToPath(new URL('../../../shots/', import.meta.url))
const people = { student: 'Maya', teacher: 'Elena' }
type Person = keyof typeof people

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    languages: { type: 'string' },
    themes: { type: 'string' },
    sizes: { type: 'string' },
    whole: { type: 'boolean', default: false },
  },
})
const only = positionals[0] ?? ''
const looks = wanted()

/** The requested looks, or one of each kind: every theme and size comes up with a language that stands for its script. */
function wanted(): Record<string, Look> {
  const { languages, themes, sizes } = asked
  const mixed = languages || themes || sizes
  const list = (of: string | undefined, otherwise: string) => (of ?? otherwise).split(',')
  const all = mixed
    ? list(languages, 'en').flatMap((locale) =>
        list(themes, 'light').flatMap((theme) => list(sizes, 'desktop').map((size) => [locale, theme, size])),
      )
    : [
        ['en', 'light', 'desktop'],
        ['zh-CN', 'light', 'desktop'],
        ['zh-CN', 'dark', 'desktop'],
        ['en', 'dark', 'phone'],
        ['th', 'light', 'phone'],
      ]
  return Object.fromEntries(
    all.map(([locale, theme, size]) => [
      `${locale}-${theme}-${size}`,
      { locale, theme: theme === 'dark' ? 'dark' : 'light', phone: size === 'phone' },
    ]),
  )
}

const signedOut = ['/login', '/login?next=/user/courses', '/login/forgotten', '/static/kityformula/kity_formula_editor.html']
const running = process.env.LYCEUM_URL
const product = running ? undefined : await startProduct({ way: 'one', name: 'shots', env: { LYCEUM_DEMO: 'true' } })
const url = (running ?? product?.url ?? '').replace(/\/$/, '')
const browser = await launch()
try {
  const { all, logins } = await demo()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const made: string[] = []
  for (const [name, look] of Object.entries(looks))
    for (const who of Object.keys(people) as Person[]) {
      const { context, page } = await open(browser, url, look)
      for (const address of signedOut) if (address.includes(only)) await shoot(slug(address), name, address)
      await signInBy(context, url, logins[who])
      for (const visit of all.filter(({ address }) => address.includes(only))) {
        // A page without a screen of its own looks the same to all.
        if (who === 'teacher' && !visit.built) continue
        await shoot(`${slug(visit.template)}-${who}`, name, visit.address)
      }
      await context.close()

      async function shoot(of: string, look: string, address: string) {
        const file = `${of}--${look}.png`
        if (made.includes(file)) return
        await page.goto(address)
        await page
          .locator('h1')
          .first()
          .waitFor({ state: 'attached' })
          .catch(() => console.error(`${address} has no heading`))
        await page.locator('.shimmer').first().waitFor({ state: 'detached' })
        await sleep(250)
        await page.screenshot({ path: join(folder, file), fullPage: asked.whole })
        made.push(file)
      }
    }
  const picture = (file: string) =>
    `<figure><a href="${encodeURI(file)}"><img loading="lazy" src="${encodeURI(file)}"></a><figcaption>${file}</figcaption></figure>`
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Lyceum</title><style>figure{display:inline-block;margin:8px;vertical-align:top}img{width:400px}</style>${made.sort().map(picture).join('\n')}`,
  )
  console.log(`${made.length} pictures in ${folder}`)
} finally {
  await browser.close()
  await product?.stop()
}

function slug(template: string): string {
  return template
    .replace(/^\//, '')
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** The demo school's course and its people, once its films are ready. */
async function demo(): Promise<{ all: Visit[]; logins: Record<Person, { demo_person: string }> }> {
  const { context } = await open(browser, url)
  const get = async (path: string, org = '') =>
    (await context.request.get(url + path, { headers: org ? { 'request-scope': org } : {} })).json()
  const logins = { student: await demoPerson(context, url, people.student), teacher: await demoPerson(context, url, people.teacher) }
  await signInBy(context, url, logins.teacher)
  const { org_id: org } = (await get('/api/session')) as { org_id: string }
  type Row = { id: string; type: string; uploads: { status: string }[] }
  for (let tries = 0; ; tries++) {
    const { items } = (await get('/api/my-courses', org)) as { items: { id: string; name: string }[] }
    const course = items.find(({ name }) => name === 'Marine Biology II')?.id ?? ''
    const { activities = [] } = course ? ((await get(`/api/courses/${course}/content`, org)) as { activities: Row[] }) : {}
    const film = activities.find(({ type }) => type === 'online_video')
    if (film?.uploads[0]?.status === 'ready') {
      const { access_code: accessCode } = (await get(`/api/course/${course}/access_code`, org)) as { access_code: string }
      const { items: groups } = (await get('/api/resource-groups', org)) as { items: { id: string }[] }
      const world = { course, page: film.id, accessCode, group: groups[0]?.id ?? randomUUID() }
      const others = ['material', 'page'].flatMap((type): Visit[] => {
        const one = activities.find((row) => row.type === type)
        const address = `/course/${course}/learning-activity#/${one?.id}`
        return one
          ? [{ template: `learning-activity-${type}`, address, to: address, built: true, roles: [], ofCourse: true, toAnybody: false }]
          : []
      })
      await context.close()
      return { all: [...visits(world), ...others], logins }
    }
    if (tries > 200) throw new Error('the demo school has no film yet')
    await sleep(1000)
  }
}
