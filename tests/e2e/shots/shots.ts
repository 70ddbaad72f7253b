// npm run shots                        a picture of every scene (scenes.ts) in three looks, in one page: shots/index.html
// npm run shots -- --before <commit>   beside each the same scene of another commit, of a folder with its source, or of
//                                      one that runs at an address
// It ends with an error where a scene after does not come to its end, or axe-core finds a fault in one.
// npm run shots -- --only 4,9          these numbers alone
//   --looks light,dark-phone,th        these looks alone
//   --keep                             keeps the pictures that are there, and takes those that a run left out
// LYCEUM_URL=http://…                  of a demo school that is running, for the pictures after; else one is started, and ended again
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startProduct } from '../../flows/start.ts'
import { axe, type Look, launch, open, signInBy } from '../browser.ts'
import { build, type Started, startOlder } from './older-product.ts'
import type { Scene, Stage } from './scene.ts'
import { scenes, topics } from './scenes.ts'
import { stageOf } from './stage.ts'

const folder = fileURLToPath(new URL('../../../shots/', import.meta.url))
const { values: asked } = parseArgs({
  options: { before: { type: 'string' }, only: { type: 'string' }, looks: { type: 'string' }, keep: { type: 'boolean' } },
})
const allLooks: Record<string, Look> = {
  light: {},
  'dark-phone': { theme: 'dark', phone: true },
  th: { locale: 'th' },
}
const looks = Object.entries(allLooks).filter(([name]) => asked.looks?.split(',').includes(name) ?? true)
const chosen = scenes.filter(({ number }) => asked.only?.split(',').includes(`${number}`) ?? true)
/** `note`: what stood in the way of its steps. `findings`: axe-core's, of the pictures after. */
type Taken = { note: string; findings: string[] }
type Shot = Taken & { scene: Scene; look: string; side: Side; file: string }
type Side = 'before' | 'after'
const shots: Shot[] = []
const i18n = fileURLToPath(new URL('../../../web/src/i18n/', import.meta.url))
const textsOf = (locale: string) => (feature: string, key: string) =>
  (JSON.parse(readFileSync(join(i18n, locale, `${feature}.json`), 'utf8')) as Record<string, string>)[key] ?? key

if (!asked.keep) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
/** The notes and findings by picture, for a run with --keep. */
const notesFile = join(folder, 'notes.json')
const kept = existsSync(notesFile) ? (JSON.parse(readFileSync(notesFile, 'utf8')) as Record<string, Taken>) : {}
const none: Taken = { note: '', findings: [] }
const browser = await launch()
const commits: Partial<Record<Side, string>> = {}
try {
  // without it the page still has what there is now, and says so in its places
  if (asked.before) await takeAll('before', asked.before, startOlder).catch(notTaken)
  await takeAll('after', 'the present tree', present)
} finally {
  writeFileSync(join(folder, 'index.html'), pageOf(shots))
  writeFileSync(notesFile, JSON.stringify(Object.fromEntries(shots.map(({ file, note, findings }) => [file, { note, findings }]))))
  const findings = shots.flatMap((shot) => shot.findings.map((line) => `${shot.scene.number} ${shot.scene.title}, ${shot.look}: ${line}`))
  const short = (side: Side) => shots.filter((shot) => shot.side === side && shot.note).length
  console.log(`${shots.length} pictures in ${join(folder, 'index.html')}`)
  console.log(`scenes that did not come to their end: ${short('after')} after${asked.before ? `, ${short('before')} before` : ''}`)
  console.log([`findings of axe-core: ${findings.length}`, ...findings].join('\n'))
  if (short('after') > 0 || findings.length > 0) process.exitCode = 1
  await browser.close()
}

async function present(): Promise<Started> {
  const running = process.env.LYCEUM_URL?.replace(/\/$/, '')
  if (running) return { url: running, of: running, stop: async () => {} }
  build(fileURLToPath(new URL('../../../', import.meta.url)), process.execPath)
  const { url, stop } = await startProduct({ way: 'one', name: 'shots', env: { LYCEUM_DEMO: 'true' } })
  return { url, of: 'the present tree', stop }
}

function notTaken(error: Error) {
  console.error(error)
  commits.before = `${commits.before} (${error.message.split('\n')[0]})`
  process.exitCode = 1
}

async function takeAll(side: Side, of: string, start: (of: string) => Promise<Started>) {
  commits[side] = of
  const all = looks.flatMap(([look, given]) =>
    chosen
      .filter((scene) => scene.looks?.includes(look) ?? true)
      .map((scene) => {
        // the same in every run, whatever was asked for, so that --keep finds it
        const name = `${String(scene.number).padStart(2, '0')}-${scenes.indexOf(scene)}`
        return { scene, look, given, file: `${name}-${look}-${side}.png` }
      }),
  )
  const isKept = ({ file }: { file: string }) => existsSync(join(folder, file))
  shots.push(...all.filter(isKept).map((shot) => ({ ...shot, side, ...(kept[shot.file] ?? none) })))
  const missing = all.filter((shot) => !isKept(shot))
  if (missing.length === 0) return
  const product = await start(of)
  commits[side] = product.of
  try {
    const stage = await stageOf(browser, product.url)
    for (const { given, ...shot } of missing) shots.push({ ...shot, side, ...(await take({ ...shot, side, look: given }, stage)) })
  } finally {
    await product.stop()
  }
}

async function take({ scene, side, look, file }: Pick<Shot, 'scene' | 'side' | 'file'> & { look: Look }, stage: Stage): Promise<Taken> {
  const { context, page } = await open(browser, stage.url, look)
  page.setDefaultTimeout(6000)
  const path = join(folder, file)
  let note = ''
  try {
    if (scene.who !== 'visitor') await signInBy(context, stage.url, stage.logins[scene.who])
    await page.goto(scene.at(stage), { timeout: 30_000 })
    // behind a dialog there may be nothing to see yet
    await page.locator('h1, [role=dialog]').first().waitFor({ state: 'attached' })
    await Promise.any([page.locator('.shimmer').first().waitFor({ state: 'detached' }), page.locator('[role=dialog]').first().waitFor()])
    await page.waitForTimeout(500)
    await scene.steps?.({ page, context, stage, look, text: textsOf(look.locale ?? 'en') })
    await page.waitForTimeout(400)
  } catch (error) {
    note = (error as Error).message.split('\n')[0] ?? ''
    console.error(`${scene.number} ${scene.title}, ${path}: ${note}`)
  }
  // a browser short of memory fails now and then
  await page.screenshot({ path, timeout: 60_000 }).catch(() => page.screenshot({ path, timeout: 60_000 }))
  const findings = side === 'after' ? await axe(page) : []
  await context.close()
  return { note, findings }
}

function pageOf(all: Shot[]): string {
  const sides = (['before', 'after'] as const).filter((side) => commits[side])
  const picture = ({ file, side, note }: Shot) =>
    `<figure><figcaption>${side}${note ? ': the steps end here, since what comes next is not there' : ''}</figcaption><a href="${file}"><img loading="lazy" alt="" src="${file}"></a></figure>`
  const noPicture = (side: Side) => `<figure class="none"><figcaption>${side}: no picture could be taken</figcaption></figure>`
  const numbers = [...new Set(chosen.map(({ number }) => number))]
  const sections = numbers.map(
    (number) =>
      `<section id="n${number}"><h2>${number} ${topics[number]}</h2>${chosen
        .filter((scene) => scene.number === number)
        .map(
          (scene) =>
            `<h3>${scene.title} <small>${scene.who}</small></h3>${looks
              .filter(([look]) => scene.looks?.includes(look) ?? true)
              .map(([look]) => {
                const pair = sides.map((side) => {
                  const shot = all.find((one) => one.scene === scene && one.look === look && one.side === side)
                  return shot ? picture(shot) : noPicture(side)
                })
                return `<div class="${look}">${pair.join('')}</div>`
              })
              .join('')}`,
        )
        .join('')}</section>`,
  )
  const style =
    'body{font:14px/1.5 system-ui;margin:24px;background:#fafaf7}h2{border-top:1px solid #ccc;padding-top:16px}small{color:#666;font-weight:400}div{display:flex;gap:16px;margin-bottom:16px;flex-wrap:wrap}figure{margin:0}figcaption{color:#666}img{width:600px;border:1px solid #ccc}.dark-phone img{width:260px}'
  const about = sides.map((side) => `${side}: ${commits[side]}`).join(' · ')
  const places = numbers.map((number) => `<a href="#n${number}">${number} ${topics[number]}</a>`).join(' · ')
  return `<!doctype html><meta charset="utf-8"><title>Lyceum</title><style>${style}</style><p>${about}</p><nav>${places}</nav>${sections.join('')}`
}
