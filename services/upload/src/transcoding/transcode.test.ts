// Transcoding with the real ffmpeg, over files as people have them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Actor } from '@lyceum/kit/calls/actor'
import { grantKeys, signGrant } from '../../mirror/grant.ts'
import { subscribeToHints } from '@lyceum/kit/kv/hints'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { film, encodeFile } from '../test/films.ts'
import { openUploads, type TestUploads } from '../test/uploads.ts'
import type { Upload } from '../rows/shapes.ts'
import { extensionOf } from '../rows/names.ts'
import { kindOf } from '../rows/kinds.ts'
import { playingTime, readPlaylist } from './playlist.ts'

vi.setConfig({ testTimeout: 120_000 })
let env: TestUploads, teacher: Actor
beforeAll(async () => {
  env = await openUploads()
  teacher = env.school.teacher
})
afterAll(() => env?.stop())

const finished = ({ status }: Upload) => status !== 'processing'
const transcoded = async (file: Buffer, name = 'film.mp4') =>
  await env.until(teacher, (await env.send(teacher, file, { name })).id, finished, 120)
const grantFor = (upload: string) =>
  signGrant(grantKeys(String(env.world.env.GRANT_KEYS)), {
    upload,
    person: teacher.person,
    session: '',
    activity: '',
    expires: Math.floor(Date.now() / 1000) + 600,
    file: false,
  })
/** The qualities of an upload as a player reads them: the seconds of the playlist, and the bytes of the segments. */
async function played(id: string) {
  const base = `/bytes/${grantFor(id)}/`
  const master = await (await env.bytes(`${base}master.m3u8`)).text()
  const qualities: Record<string, { seconds: number; segments: number; ended: boolean; bytes: number }> = {}
  for (const line of master.split('\n').filter((one) => one && !one.startsWith('#'))) {
    const { segments, ended } = readPlaylist(await (await env.bytes(base + line)).text())
    let bytes = 0
    for (const { name } of segments) {
      const answer = await env.bytes(base + line.replace('index.m3u8', name))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/mp2t'])
      const content = Buffer.from(await answer.arrayBuffer())
      expect([content[0], content.length % 188]).toEqual([0x47, 0])
      bytes += content.length
    }
    qualities[line.split('/')[0]!] = { seconds: Math.round(playingTime(segments)), segments: segments.length, ended, bytes }
  }
  return { master, qualities }
}
const sizes = ({ videos }: Upload) => videos.map(({ resolution, width, height }) => `${resolution} ${width}x${height}`)

test('a film becomes three qualities that can be played before it is done', async () => {
  const percents: number[] = []
  const { id } = await env.send(teacher, await film({ seconds: 24, rate: 15 }), { name: 'Lecture 1.mp4' })
  const stop = await subscribeToHints(env.world.kv, (one) => {
    if (one.aggregate === 'upload' && one.id === id) percents.push(Date.now())
  })
  const early = await env.until(teacher, id, ({ playable }) => playable)
  expect(early).toMatchObject({ status: 'processing', reason: 'upload.transcoding' })
  expect(sizes(early)).toEqual(['QVGA 426x240', 'VGA 854x480', 'HD 1280x720'])
  const first = await played(id)
  expect(Object.values(first.qualities).every(({ segments, ended }) => segments >= 1 && !ended)).toBe(true)
  const ready = await env.until(teacher, id, finished, 120)
  await stop()
  expect(ready).toMatchObject({ status: 'ready', reason: null, percent: 100, type: 'video', video_src_type: 'hls' })
  expect(ready.duration).toBeCloseTo(24, 0)
  const { master, qualities } = await played(id)
  expect(master).toContain('RESOLUTION=1280x720,NAME="HD"')
  for (const quality of Object.values(qualities)) expect(quality).toMatchObject({ seconds: 24, segments: 6, ended: true })
  expect(percents.length).toBeGreaterThan(1)
  expect((await env.call(teacher, 'POST', `/api/uploads/${id}/retry`)).body.code).toBe('upload.notFailed')
})

describe('films as people have them', () => {
  const cases: [string, () => Promise<Buffer>, string[]][] = [
    ['small', () => film({ size: '320x240', seconds: 2 }), ['QVGA 320x240']],
    ['smaller than the lowest', () => film({ size: '160x120', seconds: 2 }), ['QVGA 320x240']],
    ['between two qualities', () => film({ size: '640x360', seconds: 2 }), ['QVGA 426x240', 'VGA 640x360']],
    ['large', () => film({ size: '1920x1080', seconds: 1 }), ['QVGA 426x240', 'VGA 854x480', 'HD 1280x720']],
    ['without sound', () => film({ size: '320x240', seconds: 2, sound: false }), ['QVGA 320x240']],
    [
      'odd sizes',
      () => film({ size: '355x287', seconds: 1, output: 'film.mkv', extraArgs: ['-pix_fmt', 'yuv444p'] }),
      ['QVGA 298x240', 'VGA 354x286'],
    ],
    ['under a second', () => film({ size: '320x240', seconds: 0.4 }), ['QVGA 320x240']],
    ['one frame', () => film({ size: '320x240', seconds: 0.04, sound: false }), ['QVGA 320x240']],
    [
      'turned',
      async () => encodeFile('turned.mp4', ['-c', 'copy', '-metadata:s:v:0', 'rotate=90'], await film({ size: '640x360', seconds: 2 })),
      ['QVGA 240x426', 'VGA 360x640'],
    ],
    [
      'of varying rate',
      () =>
        film({ size: '320x240', seconds: 3, rate: 50, extraArgs: ['-vf', 'select=not(mod(n\\,7))+lt(mod(n\\,40)\\,9)', '-vsync', 'vfr'] }),
      ['QVGA 320x240'],
    ],
    ['60 frames a second', () => film({ size: '320x240', seconds: 2, rate: 60 }), ['QVGA 320x240']],
    [
      'webm',
      () => film({ size: '320x240', seconds: 2, output: 'film.webm', extraArgs: ['-deadline', 'realtime', '-cpu-used', '8'] }),
      ['QVGA 320x240'],
    ],
    [
      'never closed, so that it does not say how long it is',
      async () => encodeFile('piped.mkv', ['-c', 'copy', '-f', 'matroska', '-live', '1'], await film({ size: '320x240', seconds: 3 })),
      ['QVGA 320x240'],
    ],
  ]
  test.each(cases)('%s', async (_, make, expected) => {
    const file = await make()
    const name = file.subarray(0, 4).equals(Buffer.from('1a45dfa3', 'hex')) ? 'film.mkv' : 'film.mp4'
    const upload = await transcoded(file, name)
    expect(upload).toMatchObject({ status: 'ready' })
    expect(sizes(upload)).toEqual(expected)
    const { qualities } = await played(upload.id)
    expect(Object.keys(qualities)).toHaveLength(expected.length)
    expect(Object.values(qualities).every(({ ended, bytes }) => ended && bytes > 0)).toBe(true)
  })
})

test('sound, also with a cover, is played as sound', async () => {
  const sound = await encodeFile('sound.mp3', ['-f', 'lavfi', '-i', 'sine=440:duration=9', '-q:a', '9'])
  const upload = await transcoded(sound, 'Talk.mp3')
  expect(upload).toMatchObject({ status: 'ready', type: 'audio', videos: [{ resolution: 'audio', width: 0, height: 0 }] })
  expect((await played(upload.id)).qualities).toMatchObject({ audio: { seconds: 9, ended: true } })
  const cover = await encodeFile('cover.mp3', [
    '-f',
    'lavfi',
    '-i',
    'sine=440:duration=2',
    '-f',
    'lavfi',
    '-i',
    'color=red:size=200x200:duration=0.04',
    '-map',
    '0',
    '-map',
    '1',
    '-c:v',
    'mjpeg',
    '-id3v2_version',
    '3',
    '-disposition:v',
    'attached_pic',
  ])
  expect(await transcoded(cover, 'Song.mp3')).toMatchObject({ status: 'ready', type: 'audio' })
})

describe('broken', () => {
  const broken = { status: 'failed', reason: 'upload.broken', playable: false, videos: [] }
  test('a file with only the start of a film', async () => {
    const upload = await transcoded(Buffer.concat([Buffer.from('\0\0\0\x20ftypisom'), Buffer.alloc(5000, 7)]))
    expect(upload).toMatchObject(broken)
    // its bytes stay for another try; no other blob does
    expect((await env.call(teacher, 'POST', `/api/uploads/${upload.id}/retry`)).body).toMatchObject({
      status: 'processing',
      reason: 'upload.queued',
    })
    expect(await env.until(teacher, upload.id, finished)).toMatchObject(broken)
    await expect.poll(() => env.keys(`hls/${upload.id}/`)).toEqual([])
  })
  test('a film whose end is missing', async () => {
    const complete = await film({ size: '320x240', seconds: 20, extraArgs: ['-movflags', 'faststart'] })
    const upload = await transcoded(complete.subarray(0, Math.floor(complete.length / 2)))
    expect(upload).toMatchObject(broken)
    await expect.poll(() => env.keys(`hls/${upload.id}/`)).toEqual([])
  })
  test('a film that names other files', async () => {
    const list = Buffer.concat([
      Buffer.from('ID3\x04\0\0\0\0\0\0'),
      Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
    ])
    expect(await transcoded(list, 'list.mp3')).toMatchObject({ status: 'failed' })
  })
})

const corpus = resolve(process.env.LYCEUM_CORPUS ?? '../shared/fixtures', 'media')
const files = existsSync(corpus)
  ? readdirSync(corpus).filter((name) => ['video', 'audio'].includes(kindOf(extensionOf(name))?.type ?? ''))
  : []
describe.skipIf(files.length === 0)(`real files (${corpus})`, () => {
  test.each(files)('%s', async (name) =>
    expect(await transcoded(readFileSync(resolve(corpus, name)), name)).toMatchObject({ status: 'ready' }),
  )
})
