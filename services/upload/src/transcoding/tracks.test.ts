// Films whose picture and sound do not begin or end together, with the real ffmpeg.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Actor } from '@lyceum/kit/calls/actor'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { grantKeys, signGrant } from '../../mirror/grant.ts'
import { encodeFile } from '../test/films.ts'
import { openUploads, type TestUploads } from '../test/uploads.ts'
import type { Upload } from '../rows/shapes.ts'
import { playingTime, readPlaylist } from './playlist.ts'
import { trackReader } from './tracks.ts'

vi.setConfig({ testTimeout: 120_000 })
let env: TestUploads, teacher: Actor
beforeAll(async () => {
  env = await openUploads()
  teacher = env.school.teacher
})
afterAll(() => env?.stop())

const transcoded = async (file: Buffer, name: string) =>
  await env.until(teacher, (await env.send(teacher, file, { name })).id, ({ status }: Upload) => status !== 'processing', 120)

/** The lowest quality as a player gets it: the length of its playlist, and the ends of the tracks in its segments. */
async function played({ id, type }: Upload) {
  const folder = type === 'audio' ? 'audio' : 'qvga'
  const expires = Math.floor(Date.now() / 1000) + 600
  const grant = signGrant(grantKeys(String(env.world.env.GRANT_KEYS)), {
    upload: id,
    person: teacher.person,
    session: '',
    activity: '',
    expires,
    file: false,
  })
  const base = `/bytes/${grant}/${folder}/`
  const { segments } = readPlaylist(await (await env.bytes(`${base}index.m3u8`)).text())
  const parts: Buffer[] = []
  for (const { name } of segments) parts.push(Buffer.from(await (await env.bytes(base + name)).arrayBuffer()))
  const has = { picture: type === 'video', sound: true }
  const lines = await encodeFile(
    'lines.txt',
    [...(has.picture ? ['-map', '0:V:0'] : []), '-map', '0:a:0?', '-c', 'copy', '-f', 'framecrc'],
    Buffer.concat(parts),
  )
  const { ends, read } = trackReader()
  for (const line of lines.toString().split('\n')) read(line)
  return { playlist: playingTime(segments), longest: Math.max(...segments.map(({ seconds }) => seconds)), ends }
}

const picture = (seconds: number, size = '320x240') => ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25:duration=${seconds}`]
const sound = (seconds: number) => ['-f', 'lavfi', '-i', `sine=440:duration=${seconds}`]
const encoded = ['-map', '0', '-map', '1', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const late = (seconds: number) => ['-itsoffset', String(seconds)]

const cases: [string, string, () => Promise<Buffer>, { type: string; seconds: number; sound?: boolean }][] = [
  [
    'a picture that ends before its sound',
    'a.mp4',
    () => encodeFile('a.mp4', [...picture(3), ...sound(11), ...encoded]),
    { type: 'video', seconds: 11 },
  ],
  [
    'a picture that ends a little before',
    'a.mkv',
    () => encodeFile('a.mkv', [...picture(6), ...sound(6.6), ...encoded]),
    { type: 'video', seconds: 6.6 },
  ],
  [
    'a sound that ends before its picture',
    'a.mp4',
    () => encodeFile('a.mp4', [...picture(9), ...sound(3), ...encoded]),
    { type: 'video', seconds: 9 },
  ],
  [
    'a sound that begins late',
    'a.mp4',
    () => encodeFile('a.mp4', [...picture(6), ...late(5), ...sound(4), ...encoded]),
    { type: 'video', seconds: 9 },
  ],
  [
    'a picture that begins late',
    'a.mp4',
    () => encodeFile('a.mp4', [...late(3), ...picture(4), ...sound(5), ...encoded]),
    { type: 'video', seconds: 7 },
  ],
  [
    'one picture with sound',
    'a.mp4',
    () => encodeFile('a.mp4', [...picture(0.04), ...sound(9), ...encoded]),
    { type: 'video', seconds: 9 },
  ],
  [
    'a picture each two seconds',
    'a.mp4',
    () => encodeFile('a.mp4', ['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=0.5:duration=6', ...sound(7.3), ...encoded]),
    { type: 'video', seconds: 7.3 },
  ],
  [
    'a varying rate, and a last picture that stands',
    'a.mp4',
    () =>
      encodeFile('a.mp4', [...picture(6), ...sound(8), ...encoded, '-vf', 'select=not(mod(n\\,7))+lt(mod(n\\,40)\\,9)', '-vsync', 'vfr']),
    { type: 'video', seconds: 8 },
  ],
  [
    'packets without times',
    'a.avi',
    () => encodeFile('a.avi', [...picture(4), ...sound(6), '-map', '0', '-map', '1', '-c:v', 'mpeg4', '-bf', '2']),
    { type: 'video', seconds: 6 },
  ],
  ['sound alone in a film', 'a.mp4', () => encodeFile('a.mp4', [...sound(5), '-c:a', 'aac']), { type: 'audio', seconds: 5 }],
  [
    'a transport stream whose time begins at an hour',
    'late.ts',
    async () => readFileSync(resolve('tests/corpus/late.mpegts')),
    { type: 'video', seconds: 4, sound: false },
  ],
  [
    'a transport stream of a camera',
    'a.m2ts',
    () => encodeFile('a.m2ts', [...picture(3), ...sound(5), ...encoded, '-mpegts_m2ts_mode', '1', '-f', 'mpegts']),
    { type: 'video', seconds: 5 },
  ],
]
test.each(cases)('a film is as long as its longest track: %s', async (_, name, make, { type, seconds, sound: hasSound = true }) => {
  const upload = await transcoded(await make(), name)
  expect(upload).toMatchObject({ status: 'ready', reason: null, type })
  expect(Math.abs(upload.duration! - seconds)).toBeLessThan(0.2)
  const { playlist, longest, ends } = await played(upload)
  expect(ends).toHaveLength((type === 'video' ? 1 : 0) + (hasSound ? 1 : 0))
  for (const end of [playlist, ...ends]) expect(Math.abs(end - seconds)).toBeLessThan(0.2)
  expect(longest).toBeLessThan(4.3)
})

test('a turned film stays turned where its last picture stands', async () => {
  const plain = await encodeFile('a.mp4', [...picture(2, '640x360'), ...sound(5), ...encoded])
  const upload = await transcoded(await encodeFile('turned.mp4', ['-c', 'copy', '-metadata:s:v:0', 'rotate=90'], plain), 'turned.mp4')
  expect(upload).toMatchObject({ status: 'ready', type: 'video' })
  expect(upload.videos.map(({ width, height }) => `${width}x${height}`)).toEqual(['240x426', '360x640'])
  expect(Math.abs((await played(upload)).playlist - 5)).toBeLessThan(0.2)
})

test('a program in TypeScript stays a text, and a broken film is broken, not a text', async () => {
  const program = await env.send(teacher, Buffer.from('G'.repeat(187).concat('\n').repeat(30)), { name: 'main.ts' })
  expect(program).toMatchObject({ status: 'ready', type: 'document' })
  const stream = readFileSync(resolve('tests/corpus/late.mpegts'))
  expect(await transcoded(Buffer.from(stream.map((byte, at) => (at % 188 < 4 ? byte : 0))), 'empty.ts')).toMatchObject({
    status: 'failed',
    type: 'video',
  })
})
