// Films of recordings: offered to upload, played in the place of their address once they are here, and offered once more where they did not come.
import { newId } from '@lyceum/kit/ids'
import { grantKeys } from '@lyceum/upload/mirror/grant'
import { openOffer } from '@lyceum/upload/mirror/offered-file'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BigBlueButton, startBigBlueButton } from '../../test/bigbluebutton.ts'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { eventually, meetingCalls } from '../../test/meeting-calls.ts'

let env: TestCourse, stand: BigBlueButton
beforeAll(async () => {
  stand = await startBigBlueButton()
  env = await testCourse({ MEETING_HOSTS: new URL(stand.url).origin })
  await env.db.query(`insert into mirror.memberships (person_id, org_id, roles, department_name) values ($1, $2, '{instructor}', '')`, [
    env.teacher.person,
    env.org,
  ])
  await setUp()
})
afterAll(async () => {
  await env?.stop()
  expect(stand?.faults).toEqual([])
  stand?.stop()
})
const { setUp, read, atProvider, join, remove, sweep, watched, watchOf } = meetingCalls(() => ({ env, stand }))

const page = 'https://films.example.edu/playback/presentation/2.3/r'
const filmAt = (host: string) => `${host}/playback/video/r/`
/** A lecture that is over, with one recording; `film`: where its provider has it as a film. */
async function recorded(film?: string): Promise<{ id: string; rid: string }> {
  const id = await atProvider(5, { record: true })
  await join(id)
  await env.ok(env.teacher, 'POST', `/api/activities/${id}/meeting/end`, {})
  stand.recordings.push({ recordID: `r-${id}`, meetingID: id, name: 'Ebb', state: 'published', url: page, ...(film && { film }) })
  await env.db.query(`update meetings set look_at = null, ask_at = now() - interval '1 second' where activity_id = $1`, [id])
  await watched(async () => expect((await read(id)).recordings).toHaveLength(1))
  return { id, rid: (await read(id)).recordings[0].id }
}
const recordingOf = async (id: string) => (await read(id)).recordings[0]
const offers = async (id: string) => {
  const { rows } = await env.db.query('select file_id::text as file from meeting_recordings where activity_id = $1', [id])
  return (await env.facts('FileOffered')).filter(({ upload_id }) => upload_id === rows[0]?.file)
}
const put = (id: string, rid: string, body: object) =>
  env.ok(env.teacher, 'PUT', `/api/activities/${id}/meeting/recordings/${rid}`, { title: 'Ebb', ...body })
const again = (id: string, rid: string) => env.ok(env.teacher, 'POST', `/api/activities/${id}/meeting/recordings/${rid}/fetch`)
const comes = (upload: string, fields: object = {}) => env.upload(env.teacher, { id: upload, ...fields })
const news = async (id: string) => (await env.facts('LiveChanged')).filter((fact) => fact.id === id && fact.event).map(({ event }) => event)

test('a film is offered with its addresses sealed; the recording is a link until it plays, then it plays for students, notified once', async () => {
  const { id, rid } = await recorded(filmAt(new URL(stand.url).origin))
  await put(id, rid, { page, published: true })
  expect(await recordingOf(id)).toMatchObject({ page, upload: null, fetch: { state: 'coming', reason: null } })
  expect((await read(id, env.student)).recordings).toMatchObject([{ page, fetch: null }])
  const [offer, ...more] = await offers(id)
  expect(more).toEqual([])
  expect(offer).toMatchObject({ person_id: env.teacher.person, name: 'Ebb.m4v', course_id: env.course })
  expect(JSON.stringify(offer)).not.toContain('127.0.0.1')
  const { addresses } = openOffer(grantKeys(env.activities.world.env.GRANT_KEYS!), offer.upload_id, offer.sealed)!
  expect(addresses[0]).toEqual({ url: `${filmAt(new URL(stand.url).origin)}video-0.m4v`, named: true })
  expect(addresses).toHaveLength(3)

  await comes(offer.upload_id, { status: 'processing', playable: false, reason: 'upload.transcoding' })
  expect((await recordingOf(id)).fetch.state).toBe('coming')
  await comes(offer.upload_id, { version: 2n })
  await eventually(async () => expect(await recordingOf(id)).toMatchObject({ page: null, upload: { id: offer.upload_id }, fetch: null }))
  const play = () => env.call(env.student, 'POST', `/api/activities/${id}/play`, { upload_id: offer.upload_id })
  expect((await play()).status).toBe(201)
  expect((await env.facts('FilesHeld')).findLast(({ holder }) => holder === `activity:${id}`).upload_ids).toEqual([offer.upload_id])
  await sweep('ask_at', id)
  await watched(async () => expect((await watchOf(id)).ask_n).toBe(2))
  expect([await offers(id), await news(id)]).toEqual([[offer], ['recording']])
  // a page that was read before it came writes the address, or undoes a deletion with it
  expect(await put(id, rid, { page, published: true })).toMatchObject({ page: null, upload: { id: offer.upload_id } })
  await env.ok(env.teacher, 'DELETE', `/api/activities/${id}/meeting/recordings/${rid}`)
  expect(await put(id, rid, { page, published: true })).toMatchObject({ page: null, upload: { id: offer.upload_id } })
  // hidden, it does not play: who teaches has its address too
  expect(await put(id, rid, { upload_id: offer.upload_id, published: false })).toMatchObject({ page, upload: { id: offer.upload_id } })
  await put(id, rid, { upload_id: offer.upload_id, published: true })
  // its owner deletes the file: the address is there again
  await comes(offer.upload_id, { deleted: true, version: 3n })
  await eventually(async () => expect(await recordingOf(id)).toMatchObject({ page, upload: null }))
})

test('one that did not come says why, and is offered once more as another upload, from where its provider has it now', async () => {
  const { id, rid } = await recorded('https://films.example.edu/r.mp4')
  const [offer] = await offers(id)
  await again(id, rid)
  expect(await offers(id)).toHaveLength(1)
  // nobody takes it: its owner has left the school
  await env.db.query(`update meeting_recordings set offered_at = now() - interval '2 hours' where id = $1`, [rid])
  expect((await recordingOf(id)).fetch).toEqual({ state: 'failed', reason: null })
  await comes(offer.upload_id, { status: 'failed', playable: false, reason: 'upload.fetchRefused' })
  expect(await recordingOf(id)).toMatchObject({ page, fetch: { state: 'failed', reason: 'upload.fetchRefused' } })
  stand.recordings.find(({ meetingID }) => meetingID === id)!.film = 'https://films.example.edu/other.mp4'
  expect(await again(id, rid)).toMatchObject({ fetch: { state: 'coming' } })
  await watched(async () => expect((await offers(id)).map(({ upload_id }) => upload_id)).not.toEqual([offer.upload_id]))
  const keys = grantKeys(env.activities.world.env.GRANT_KEYS!)
  const [second] = await offers(id)
  expect(openOffer(keys, second.upload_id, second.sealed)?.addresses).toEqual([
    { url: 'https://films.example.edu/other.mp4', named: false },
  ])
  expect(openOffer(keys, newId(), second.sealed)).toBeUndefined()
})

test('a provider whose addresses expire is asked for a new one by itself, three times at most', async () => {
  const { id } = await recorded('https://films.example.edu/r.mp4')
  const own = async (provider: string) =>
    env.db.query(`update meetings set made = jsonb_set(made, '{provider}', to_jsonb($2::text)) where activity_id = $1`, [id, provider])
  const refused = async (version = 1n) => {
    const [{ upload_id }] = await offers(id)
    await own('tencent')
    await comes(upload_id, { status: 'failed', playable: false, reason: 'upload.fetchRefused', version })
    return upload_id
  }
  const stateOf = async () =>
    (await env.db.query('select wanted, asked_again from meeting_recordings where activity_id = $1', [id])).rows[0]
  for (const times of [1, 2, 3]) {
    const before = await refused()
    await eventually(async () => expect(await stateOf()).toEqual({ wanted: true, asked_again: times }))
    expect((await recordingOf(id)).fetch.state).toBe('coming')
    await own('bigbluebutton')
    await env.db.query(`update meetings set ask_at = now() - interval '1 second' where activity_id = $1`, [id])
    await watched(async () => expect((await offers(id))[0]?.upload_id).not.toBe(before))
  }
  await refused()
  await eventually(async () => expect((await recordingOf(id)).fetch).toEqual({ state: 'failed', reason: 'upload.fetchRefused' }))
  expect(await stateOf()).toEqual({ wanted: false, asked_again: 3 })
})

test('another place that a teacher has chosen meanwhile stays, and an organisation may leave recordings where they are', async () => {
  const { id, rid } = await recorded('https://films.example.edu/r.mp4')
  const [offer] = await offers(id)
  const mine = 'https://films.example.edu/mine'
  expect(await put(id, rid, { page: mine, published: false })).toMatchObject({ page: mine, fetch: null })
  await comes(offer.upload_id)
  const { id: third, rid: wanted } = await recorded('https://films.example.edu/r.mp4')
  await comes((await offers(third))[0].upload_id, { status: 'failed', playable: false, reason: 'upload.fetchRefused' })
  await setUp({ fetches: false })
  const { id: other } = await recorded('https://films.example.edu/r.mp4')
  expect(await recordingOf(other)).toMatchObject({ page, fetch: null })
  expect(await recordingOf(id)).toMatchObject({ page: mine, upload: null })
  // wanted once more: it fails again
  expect(await again(third, wanted)).toMatchObject({ fetch: { state: 'coming' } })
  await watched(async () => expect((await recordingOf(third)).fetch.state).toBe('failed'))
  await setUp({ fetches: true })
})

test('a film that comes while its lecture is in the bin plays once that is restored', async () => {
  const { id } = await recorded('https://films.example.edu/r.mp4')
  const [offer] = await offers(id)
  await remove(id)
  await comes(offer.upload_id)
  await eventually(async () => expect((await env.db.query(`select 1 from kit.jobs where kind = 'takeFilm'`)).rows).toEqual([]))
  await env.ok(env.teacher, 'POST', '/api/activities/restore', { activity_ids: [id] })
  await eventually(async () => expect(await recordingOf(id)).toMatchObject({ upload: { id: offer.upload_id }, fetch: null }))
})
