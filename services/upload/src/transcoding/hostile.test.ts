// Hostile films that name other files or addresses, passed to ffmpeg with the arguments of the product, but without isolation: the
// arguments alone must be enough.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scaled } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { film, encodeFile } from '../test/films.ts'
import { safeInput } from './ffmpeg.ts'
import { encodeArguments, renditionsOf } from './renditions.ts'

const run = promisify(execFile)
const packaged = (createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string }).path
const programs = [packaged, '/usr/bin/ffmpeg'].filter(existsSync)

let folder: string, server: Server, address: string
let connections = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-hostile-'))
  await writeFile(join(folder, 'other.mp4'), await film({ size: '320x240', seconds: 1 }))
  server = createServer((socket) => {
    connections++
    socket.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

const list = (target: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${target}\n#EXT-X-ENDLIST\n`
const files: [string, () => string][] = [
  ['a playlist of a local file', () => list('file:///etc/passwd')],
  ['a playlist of a film beside it', () => list('other.mp4')],
  ['a playlist of an address', () => list(`http://${address}/a.ts`)],
  [
    'a playlist with a key elsewhere',
    () => list('other.mp4').replace('#EXTINF', `#EXT-X-KEY:METHOD=AES-128,URI="http://${address}/key"\n#EXTINF`),
  ],
  ['a playlist behind the mark of a song', () => `ID3\x04\0\0\0\0\0\0${list(`http://${address}/a.ts`)}`],
  ['a concat script', () => `ffconcat version 1.0\nfile other.mp4\nfile ${join(folder, 'other.mp4')}\n`],
  [
    'a session description',
    () => `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video ${address.split(':')[1]} RTP/AVP 96\n`,
  ],
  [
    'a DASH manifest',
    () =>
      `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period><AdaptationSet><Representation id="1"><BaseURL>http://${address}/a.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  ],
  ['a list of pictures', () => `file:///etc/hostname\n`],
]

describe.each(programs)('%s', (program) => {
  test.each(files)('%s is not read', async (_, text) => {
    const file = join(folder, 'film.mp4')
    await writeFile(file, text(), 'latin1')
    const copied = await run(program, ['-y', ...safeInput(file), '-c', 'copy', '-f', 'matroska', join(folder, 'out.mkv')], {
      cwd: folder,
      timeout: scaled(20_000),
    }).then(
      () => 'copied',
      (error: { stderr: string }) => error.stderr,
    )
    expect(copied).not.toMatch(/copied|root:/)
    expect(connections).toBe(0)
  })
  test('a film with a picture of 144 million pixels is not unpacked', async () => {
    const cover = await encodeFile('wide.png', [
      '-f',
      'lavfi',
      '-i',
      'color=red:size=12000x12000:duration=0.04',
      '-frames:v',
      '1',
      '-pix_fmt',
      'monob',
    ])
    const file = join(folder, 'cover.mkv')
    await writeFile(join(folder, 'wide.png'), cover)
    await run(program, ['-y', '-loglevel', 'error', '-i', join(folder, 'wide.png'), '-c', 'copy', file])
    const words = await run(program, [...safeInput(file), '-f', 'null', '-'], { timeout: scaled(30_000) }).then(
      ({ stderr }) => stderr,
      (error: { stderr: string }) => error.stderr,
    )
    expect(words).toMatch(/Picture size 12000x12000 (is invalid|exceeds)/)
  })
  test('a film becomes segments with the very arguments of the product', async () => {
    const file = join(folder, 'other.mp4')
    const probe = { duration: 1, picture: { width: 320, height: 240, fps: 25 }, sound: true }
    await run('mkdir', ['-p', join(folder, 'qvga')])
    await run(program, ['-y', ...encodeArguments(probe, renditionsOf(probe), file, folder)], { timeout: scaled(60_000) })
    expect(existsSync(join(folder, 'qvga', 's00000.ts'))).toBe(true)
  })
})
