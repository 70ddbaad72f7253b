// Attempts at packages through the calls: begun, saved in any order, taken over, over.
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newStudent } from '../../test/course.ts'
import { item, type PackageCourse, packageCourse } from '../../test/packages.ts'

let env: PackageCourse
beforeAll(async () => {
  env = await packageCourse()
})
afterAll(() => env?.stop())

const status = (value: string) => ({ 'cmi.core.lesson_status': value })
const raw = (value: string) => ({ 'cmi.core.score.raw': value })
const code = ({ status, body }: { status: number; body: any }) => `${status} ${body.code ?? ''}`
/** Another person each time, so that saves of one second are not counted together. */
const learner = () => newStudent(env, 'Ada Lovelace')
const progressOf = (activity: string, person: string) => env.progressOf(activity, person)
const change = (activity: string, draft: object) => env.ok(env.teacher, 'PUT', `/api/activities/${activity}`, draft)

describe('a package', () => {
  test('is shown once it is opened, and begun by a learner under an alias', async () => {
    const upload = await env.bare()
    const who = await learner()
    const activity = await env.add({ upload_ids: [upload] })
    expect(await env.view(activity, who)).toMatchObject({ kind: null, items: [], attempt: null, device: null, can_new: true, left: null })
    const early = await env.call(who, 'POST', `/api/activities/${activity}/package-attempts`, { device: newId() })
    expect(code(early)).toBe('409 package.notReady')
    await env.open(upload)
    const { begun, device } = await env.play(activity, who)
    expect(begun).toMatchObject({
      upload_id: upload,
      kind: 'scorm12',
      title: 'Laboratory',
      items: [item('a')],
      settings: { window: 'frame', resume: 'ask' },
      learner: { name: 'Ada Lovelace' },
      attempt: { n: 1, seq: 0, status: 'not_attempted', success: 'unknown', score: null, states: [], trial: false, ended_at: null },
      device: { mine: true },
      can_new: false,
    })
    expect(begun.learner.alias).toMatch(/^[\w-]{22}$/)
    expect((await env.view(activity, who, newId())).device.mine).toBe(false)
    expect((await env.view(activity, who, device)).learner).toEqual(begun.learner)
  })
  test('no other activity has one, and it takes one package', async () => {
    const page = (
      await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type: 'page', title: 'Tides', published: true })
    ).id
    expect(code(await env.call(env.student, 'GET', `/api/activities/${page}/package`))).toBe('409 package.notOffered')
    const film = await env.upload(env.teacher)
    const post = async (upload_ids: string[]) => {
      const { body } = await env.call(env.teacher, 'POST', `/api/courses/${env.course}/activities`, {
        type: 'scorm',
        title: 'x',
        upload_ids,
      })
      return body.details.upload_ids[0].code
    }
    expect([await post([film]), await post([])]).toEqual(['activity.notPackage', 'activity.onePackage'])
  })
})

describe('a save', () => {
  test('keeps what is set, answers the same when it is repeated, and an older one changes nothing', async () => {
    const who = await learner()
    const activity = await env.add()
    const { put, entry, device } = await env.play(activity, who)
    const late = entry({ 'cmi.core.lesson_location': 'page 1' })
    const body = {
      entries: [entry({ 'cmi.core.lesson_location': 'page 2', 'cmi.suspend_data': 'bookmark 大潮' })],
      sequencing: { suspended: 'a' },
    }
    const first = await put(body)
    expect(first.body).toMatchObject({ seq: 2, state: { status: 'incomplete', success: 'unknown', score: null }, refused: [] })
    expect((await put(body)).body).toEqual(first.body)
    expect((await put({ entries: [late] })).body.seq).toBe(1)
    const { attempt } = await env.view(activity, who, device)
    expect(attempt).toMatchObject({
      seq: 2,
      sequencing: { suspended: 'a' },
      states: [{ sco: 'a', data: { 'cmi.core.lesson_location': 'page 2', 'cmi.suspend_data': 'bookmark 大潮' }, status: 'incomplete' }],
    })
  })
  test('refuses values that are none one by one, and no sco that the package has not', async () => {
    const { put, entry } = await env.play(await env.add(), await learner())
    const entries = [entry({ ...raw('12,5'), ...status('done'), 'cmi.suspend_data': 'x\ud800y' }), entry(status('completed'), { sco: 'b' })]
    const { body } = await put({ entries })
    expect(body.refused).toEqual([
      { seq: 1, sco: 'a', element: 'cmi.core.score.raw', fault: 'number' },
      { seq: 1, sco: 'a', element: 'cmi.core.lesson_status', fault: 'word' },
      { seq: 2, sco: 'b', element: 'cmi.core.lesson_status', fault: 'element' },
    ])
    expect([body.seq, body.state.status]).toEqual([2, 'incomplete'])
  })
  test('is its learner’s alone, of an attempt that is there', async () => {
    const who = await learner()
    const activity = await env.add()
    const { id, device } = await env.play(activity, who)
    const put = (from: typeof who, attempt: string) =>
      env.call(from, 'PUT', `/api/activities/${activity}/package-attempt`, { attempt, device, entries: [] })
    expect(code(await put(env.student, id))).toBe('404 packageAttempt.notFound')
    expect(code(await put(who, newId()))).toBe('404 packageAttempt.notFound')
  })
  test('waits while the copy of the package is not there, and loses nothing', async () => {
    const who = await learner()
    const activity = await env.add()
    const { put, entry, begun } = await env.play(activity, who)
    const hide = (from: string, to: string) =>
      env.db.query('update opened_packages set kind = $3 where upload_id = $1 and kind = $2', [begun.upload_id, from, to])
    await hide('scorm12', 'later')
    const body = { entries: [entry({ 'cmi.core.lesson_location': '3' })] }
    expect((await put(body)).status).toBe(503)
    await hide('later', 'scorm12')
    expect((await put(body)).body).toMatchObject({ seq: 1, refused: [] })
    expect((await env.view(activity, who)).attempt.states[0].data).toEqual({ 'cmi.core.lesson_location': '3' })
  })
  test('with half a character in what the sequencing keeps or in a sco is mended, and fails nowhere', async () => {
    const { put, entry } = await env.play(await env.add(), await learner())
    const { status, body } = await put({ sequencing: { now: ['x\ud800'] }, entries: [entry({}, { sco: 'a\udc00' })] })
    expect([status, body.seq]).toEqual([200, 1])
  })
  test('at most five in a second', async () => {
    const { put } = await env.play(await env.add(), await learner())
    const answers = await Promise.all(Array.from({ length: 30 }, () => put({ entries: [] })))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(15)
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true)
  })
  test('of several windows at once loses nothing', async () => {
    const who = await learner()
    const activity = await env.add({}, { items: [item('a'), item('b'), item('c'), item('d')] })
    const { put, entry } = await env.play(activity, who)
    const entries = ['a', 'b', 'c', 'd'].map((sco) => entry(status('completed'), { sco }))
    const answers = await Promise.all(entries.map((one) => put({ entries: [one] })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { attempt } = await env.view(activity, who)
    expect([attempt.status, attempt.states.length]).toEqual(['completed', 4])
    expect((await progressOf(activity, who.person)).completed).toBe(true)
  })
})

describe('attempts', () => {
  const begin = async (activity: string, who: Awaited<ReturnType<typeof learner>>, body: object) =>
    await env.call(who, 'POST', `/api/activities/${activity}/package-attempts`, body)
  test('one that is left without an end is gone on with', async () => {
    const who = await learner()
    const activity = await env.add()
    const first = await env.play(activity, who)
    await first.save({ 'cmi.suspend_data': 'slide 4' })
    const again = (await begin(activity, who, { device: first.device })).body
    expect(again.attempt).toMatchObject({ id: first.id, n: 1, seq: 1, states: [{ data: { 'cmi.suspend_data': 'slide 4' } }] })
  })
  test('as many as the settings give, when they give them', async () => {
    const who = await learner()
    const activity = await env.add({ settings: { attempts: { most: 2, new: 'completed' } } })
    const first = await env.play(activity, who)
    expect(first.begun).toMatchObject({ left: 1, can_new: false })
    expect(code(await begin(activity, who, { device: first.device, new: true }))).toBe('409 packageAttempt.noneLeft')
    await first.save(status('completed'))
    expect(await env.view(activity, who)).toMatchObject({ left: 1, can_new: true })
    const second = await env.play(activity, who, { new: true, take_over: true })
    expect(second.begun).toMatchObject({ attempt: { n: 2, states: [] }, left: 0, can_new: false })
    // what the first device still has is kept where it belongs, for a quarter of an hour
    expect((await first.save({ 'cmi.core.lesson_location': 'late' })).state.status).toBe('completed')
    await env.db.query(`update package_attempts set started_at = now() - interval '16 minutes' where id = $1`, [second.id])
    const after = await first.put({ entries: [first.entry({ 'cmi.core.lesson_location': 'later' })] })
    expect([code(after), Date.parse(after.body.params.at) < Date.now()]).toEqual(['409 package.elsewhere', true])
    await second.save(status('completed'))
    expect(code(await begin(activity, who, { device: newId(), new: true }))).toBe('409 packageAttempt.noneLeft')
    const never = await env.add({ settings: { attempts: { most: null, new: 'never' } } })
    const only = await env.play(never, who)
    await only.save(status('completed'))
    expect((await env.view(never, who)).can_new).toBe(false)
  })
  test('two calls at once begin one', async () => {
    const who = await learner()
    const activity = await env.add({ settings: { attempts: { most: 1, new: 'always' } } })
    const device = newId()
    const answers = await Promise.all([begin(activity, who, { device }), begin(activity, who, { device })])
    expect(new Set(answers.map(({ body }) => body.attempt.id)).size).toBe(1)
  })
  test('another device takes over, and the first is refused until it takes it back; entries that it had kept fill in and overwrite nothing', async () => {
    const who = await learner()
    const activity = await env.add({ settings: { attempts: { most: null, new: 'always' } } })
    const first = await env.play(activity, who)
    await first.save({ 'cmi.core.lesson_location': '1' })
    const device = newId()
    const refused = await begin(activity, who, { device })
    expect([code(refused), Date.parse(refused.body.params.at) > 0]).toEqual(['409 package.elsewhere', true])
    expect(code(await begin(activity, who, { device, new: true }))).toBe('409 package.elsewhere')
    const second = await env.play(activity, who, { take_over: true })
    expect([second.id, second.begun.attempt.seq > 1000]).toEqual([first.id, true])
    await second.save({ 'cmi.core.lesson_location': '2' })
    const kept = { entries: [first.entry({ 'cmi.core.lesson_location': 'old', 'cmi.comments': 'mine' })] }
    expect(code(await first.put(kept))).toBe('409 package.elsewhere')
    await begin(activity, who, { device: first.device, take_over: true })
    expect((await first.put(kept)).status).toBe(200)
    expect((await env.view(activity, who)).attempt.states[0].data).toEqual({ 'cmi.core.lesson_location': '2', 'cmi.comments': 'mine' })
    // a device that was left long ago is not asked
    await env.db.query(
      `update package_attempts set device_at = now() - interval '1 hour', updated_at = now() - interval '1 hour' where id = $1`,
      [first.id],
    )
    expect((await begin(activity, who, { device: newId() })).status).toBe(200)
  })
  test('a new file is for new attempts', async () => {
    const who = await learner()
    const activity = await env.add()
    const first = await env.play(activity, who)
    const upload = await env.uploadPackage({ items: [item('z')] })
    await change(activity, { upload_ids: [upload] })
    expect((await env.view(activity, who)).upload_id).toBe(first.begun.upload_id)
    expect((await first.save(status('completed'))).state.status).toBe('completed')
    const second = await env.play(activity, who, { new: true, take_over: true })
    expect([second.begun.upload_id, second.begun.items]).toEqual([upload, [item('z')]])
  })
  test('after the end entries still arrive for a quarter of an hour', async () => {
    const who = await learner()
    const activity = await env.add()
    const { put, entry } = await env.play(activity, who)
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    await change(activity, { start_time: ago(60), end_time: ago(10) })
    expect((await put({ entries: [entry(status('completed'))] })).body.state.status).toBe('completed')
    await change(activity, { end_time: ago(20) })
    expect(code(await put({ entries: [entry({ 'cmi.comments': 'x' })] }))).toBe('403 activity.ended')
    expect(code(await env.call(who, 'GET', `/api/activities/${activity}/package`))).toBe('403 activity.ended')
    await change(activity, { end_time: null, published: false })
    expect(code(await put({ entries: [] }))).toBe('404 activity.notFound')
  })
  test('their time is no longer than the wall clock', async () => {
    const { save, id } = await env.play(await env.add(), await learner())
    await save({ 'cmi.core.session_time': '09:00:00' }, { end: true })
    const { rows } = await env.db.query('select seconds from package_attempts where id = $1', [id])
    expect(rows[0].seconds).toBeLessThanOrEqual(60)
  })
})
