// Guests at a public course: what they open by their own grants, what they must not open by none or by another's, and what is left of it after
// each kind of loss.
import { setTimeout as sleep } from 'node:timers/promises'
import { send } from '../flows/send.ts'
import { pdf } from '../media.ts'
import type { Instance } from './instance.ts'
import type { Report } from './report.ts'
import type { World } from './world.ts'
import { until } from './until.ts'

/** Milliseconds: the 10 s of the contract, and two seconds for this machine. */
const within = 12_000
type Way = { name: string; path: string; bytes?: true }

export async function guests(at: Instance, report: Report, { owner, admin, ids }: World, film: string): Promise<void> {
  const ask = async ({ path, bytes }: Omit<Way, 'name'>): Promise<number> => {
    const { status, body } = await fetch((bytes ? at.bytes : at.url) + path, { headers: { range: 'bytes=0-99' } })
    await body?.cancel()
    return status
  }
  const read = async <T>(path: string): Promise<T> => {
    const answer = await fetch(at.url + path)
    if (!answer.ok) throw new Error(`${path} is ${answer.status}`)
    return (await answer.json()) as T
  }
  const { id: course } = await owner.call('POST /api/course', { body: { name: 'For everybody', public_scope: 'public' } })
  const params = { id: course }
  const [{ id: sheet }, { id: secret }] = [await send(owner, 'sheet.pdf', pdf()), await send(owner, 'answers.pdf', pdf())]
  const add = async (title: string, uploads: string[], more: object = {}) =>
    (
      await owner.call('POST /api/courses/:id/activities', {
        params,
        body: { type: 'material', title, upload_ids: uploads, published: true, ...more } as never,
      })
    ).id
  const [open, watched, draft, locked] = [
    await add('Sheet', [sheet]),
    await add('Film', [film], { type: 'online_video' }),
    await add('Answers', [secret], { published: false }),
    await add('Behind the film', [secret]),
  ]
  await owner.call('PUT /api/activities/:id', { params: { id: locked }, body: { prerequisite_ids: [watched] } })
  await owner.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  const preview = (allowed: boolean) => admin.call('PUT /api/org/settings', { body: { guest_preview: allowed } as never })
  await preview(true)

  const grantOf = async (activity: string) => {
    const { items } = await read<{ items: { grant: string }[] }>(`/anonymous-api/activities/${activity}/files`)
    if (!items[0]) throw new Error('the file has not arrived')
    return items[0].grant
  }
  const view = (upload: string, grant: string) => `/anonymous-api/uploads/${upload}/view?grant=${grant}`
  const [ofSheet, ofFilm] = await until(async () => [await grantOf(open), await grantOf(watched)] as const)
  await until(() => read(view(sheet, ofSheet)))
  const own = await owner.call('POST /api/activities/:id/play', { params: { id: draft }, body: {} })

  const closed: [name: string, path: string, bytes?: true][] = [
    ['the view without a grant', `/anonymous-api/uploads/${sheet}/view`],
    ['a view by the grant of another file', view(secret, ofSheet)],
    ['a view by the grant of a teacher', view(secret, own.grant)],
    ['a view by a changed grant', view(sheet, `${ofSheet.slice(0, -3)}AAA`)],
    ['the view by its grant where a session is asked for', `/api/uploads/${sheet}/view?grant=${ofSheet}`],
    ['the upload itself', `/anonymous-api/uploads/${sheet}`],
    ['another upload by its grant', `/anonymous-api/uploads/${secret}?grant=${ofSheet}`],
    ['its uses', `/anonymous-api/uploads/${sheet}/references`],
    ['the uses of another by its grant', `/anonymous-api/uploads/${secret}/references?grant=${ofSheet}`],
    ['its download that is not allowed', `/anonymous-api/uploads/${sheet}/blob?grant=${ofSheet}`],
    ['the film as a file', `/bytes/${ofFilm}/file`, true],
    ['a download that is not allowed', `/bytes/${ofSheet}/file?download=true`, true],
    ['the files of a draft', `/anonymous-api/activities/${draft}/files`],
    ['the files of a locked activity', `/anonymous-api/activities/${locked}/files`],
    ['the files of an activity of a course for members', `/anonymous-api/activities/${ids.activity}/files`],
    ['the files of the course', `/anonymous-api/courses/${course}/resources`],
    ['the members of the course', `/anonymous-api/courses/${course}/members`],
  ]
  for (const [name, path, bytes] of closed) {
    const status = await ask({ path, ...(bytes && { bytes }) })
    report.check([401, 403, 404].includes(status), `a guest gets ${name}: ${status}`, path)
  }
  const byGrant = (path: string) => read(`/anonymous-api/uploads/${sheet}${path}?grant=${ofSheet}`)
  const seen = JSON.stringify([
    await byGrant('/view'),
    await byGrant(''),
    await byGrant('/references'),
    await read(`/anonymous-api/activities/${open}`),
  ])
  report.check(
    !seen.includes(owner.id) && !seen.includes(secret),
    'what a guest reads names its teacher or another file',
    seen.slice(0, 300),
  )

  const ways: Way[] = [
    { name: 'the files', path: `/anonymous-api/activities/${open}/files` },
    { name: 'the view', path: view(sheet, ofSheet) },
    { name: 'the document', path: `/bytes/${ofSheet}/file`, bytes: true },
    { name: 'the playlist', path: `/bytes/${ofFilm}/master.m3u8`, bytes: true },
    { name: 'a segment', path: `/bytes/${ofFilm}/qvga/s00000.ts`, bytes: true },
  ]
  const publish = (published: boolean) => owner.call('PUT /api/courses/:id/publish', { params, body: { published } })
  const scope = (public_scope: 'public' | 'members') => owner.call('PUT /api/courses/:id', { params, body: { public_scope } })
  const losses: [name: string, lose: () => Promise<unknown>, undo: () => Promise<unknown>][] = [
    ['guest preview switched off', () => preview(false), () => preview(true)],
    ['course for members', () => scope('members'), () => scope('public')],
    ['course hidden', () => publish(false), () => publish(true)],
  ]
  for (const [name, lose, undo] of losses) {
    const statuses = () => Promise.all(ways.map(async (way) => [way.name, await ask(way)] as const))
    const opened = await until(async () => {
      const all = await statuses()
      if (all.some(([, status]) => status >= 400)) throw new Error(`${name}: before anything is lost ${all.join('; ')}`)
      return true
    }).catch((error: Error) => error)
    report.check(opened === true, `a guest: ${String(opened)}`, name)
    await lose()
    let left = await statuses()
    for (const began = performance.now(); performance.now() - began < within && left.some(([, status]) => status < 400); ) {
      await sleep(500)
      left = await statuses()
    }
    const still = left.filter(([, status]) => status < 400)
    report.check(
      still.length === 0,
      `${name}: a guest still opens ${still.join('; ')} after 12 s`,
      `as a guest open a sheet and a film, ${name}`,
    )
    await undo()
  }
}
