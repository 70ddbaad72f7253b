// Pictures of persons: what is one, who sees it where, and when it is gone.
import { openPool } from '@lyceum/kit/database/connections'
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { testService, type TestService } from '@lyceum/kit/test/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrganisation, makePerson } from '../demo.ts'
import { service } from '../service.ts'
import { pictureType } from './rules.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='
const org = newId()
let it: TestService
let pool: ReturnType<typeof openPool>
let person: string
const me = () => actorOf({ person, org, roles: ['student'] })
const put = (picture: string, actor = me()) => it.call(actor, 'PUT', '/api/user/avatar', { picture })

beforeAll(async () => {
  it = await testService(service)
  pool = openPool(it.databaseUrl, { max: 2 })
  await makeOrganisation(plain(pool), { id: org, name: 'School', locale: 'en', hosts: ['school.test'] })
  person = await makePerson(plain(pool), { org, name: 'Budi', user_no: 'S1', roles: ['student'] })
})
afterAll(async () => {
  await pool?.end()
  await it?.stop()
})

test('a picture is shown by its address, is told, and gets another address when it is replaced', async () => {
  const first = (await put(dot)).body.avatar_big_url as string
  expect(first).toMatch(/^\/api\/avatars\/[0-9a-f-]{36}$/)
  const shown = await it.call(undefined, 'GET', first)
  expect([shown.status, shown.headers['content-type'], shown.headers['cache-control']]).toEqual([
    200,
    'image/png',
    'private, max-age=31536000, immutable',
  ])
  const second = (await put(dot)).body.avatar_big_url as string
  expect([second === first, (await it.call(undefined, 'GET', first)).status]).toEqual([false, 404])
  const emittedAvatar = async () =>
    JSON.parse(
      (await pool.query('select value from kit.outbox where key = $1 order by seq desc limit 1', [`person:${person}`])).rows[0].value,
    ).avatar
  expect(await emittedAvatar()).toBe(second)
  expect((await it.call(me(), 'GET', '/api/user/profile')).body.avatar_big_url).toBe(second)
  expect((await it.call(me(), 'DELETE', '/api/user/avatar')).body).toEqual({ avatar_big_url: null })
  expect([(await it.call(undefined, 'GET', second)).status, await emittedAvatar()]).toEqual([404, undefined])
})

test('400 for what is no picture, 404 for an id of none, 401 for nobody', async () => {
  for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', 'GIF89a'])
    expect((await put(Buffer.from(text).toString('base64'))).body.details.picture[0].code, text).toBe('avatar.notPicture')
  expect((await put('no base64!')).status).toBe(400)
  expect((await put('A'.repeat(200_000))).status).toBe(400)
  expect((await it.call(undefined, 'GET', `/api/avatars/${newId()}`)).status).toBe(404)
  expect((await it.call(undefined, 'PUT', '/api/user/avatar', { picture: dot })).status).toBe(401)
})

test('the size is that of the picture, whatever the size of its file', () => {
  const png = Buffer.from(dot, 'base64')
  expect(pictureType(png)).toBe('image/png')
  png.writeUInt32BE(50_000, 16)
  expect(pictureType(png)).toBeUndefined()
  const jpeg = (width: number) =>
    Buffer.concat([
      Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
      Buffer.from('ffc000110800100000030122000211010311', 'hex').fill(0, 7, 9),
      Buffer.from('ffd9', 'hex'),
    ]).fill(Buffer.from([width >> 8, width & 255]), 27, 29)
  expect([pictureType(jpeg(256)), pictureType(jpeg(2000)), pictureType(jpeg(0))]).toEqual(['image/jpeg', undefined, undefined])
  const webp = Buffer.alloc(30)
  webp.write('RIFF')
  webp.write('WEBPVP8X', 8)
  webp.writeUIntLE(255, 24, 3)
  webp.writeUIntLE(255, 27, 3)
  expect(pictureType(webp)).toBe('image/webp')
  expect([pictureType(Buffer.alloc(0)), pictureType(Buffer.from('ffd8ff', 'hex')), pictureType(webp.subarray(0, 20))]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
