// A takeover after a killed transcoding process: ffmpeg ends with it, another attempt takes over and no blob of the first stays. Over S3,
// where the source is fetched and the segments are sent.
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor } from '@lyceum/kit/calls/actor'
import { s3Missing } from '@lyceum/kit/test/versitygw'
import { scaled } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ffmpeg, film } from '../test/films.ts'
import { openUploads, type TestUploads } from '../test/uploads.ts'
import { runFfmpeg } from './ffmpeg.ts'

const running = (text: string) =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(text) &&
          !/^\d+ \(\S+\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
        )
      } catch {
        return false
      }
    })

test.skipIf(process.platform !== 'linux')(
  'ffmpeg ends when its parent is killed, when it is aborted, and when its time is over',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-endless-'))
    const file = join(folder, 'film.mp4')
    await writeFile(file, await film({ size: '64x48', seconds: 2 }))
    const endless = (mark: string) => ['-re', '-stream_loop', '-1', '-i', file, '-metadata', `title=${mark}`, '-f', 'null', '-']
    const child: ChildProcess = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `
    import { runFfmpeg } from ${JSON.stringify(new URL('./ffmpeg.ts', import.meta.url).href)}
    await runFfmpeg({ ffmpeg: ${JSON.stringify(ffmpeg)}, arguments: ${JSON.stringify(endless('mark-killed'))}, scratch: ${JSON.stringify(folder)}, memoryMb: 2048, limit: 60000, signal: new AbortController().signal })`,
      ],
      { stdio: 'ignore' },
    )
    await expect.poll(() => running('title=mark-killed').length).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await expect.poll(() => running('title=mark-killed')).toEqual([])

    const abort = new AbortController()
    const aborted = runFfmpeg({
      ffmpeg,
      arguments: endless('mark-aborted'),
      scratch: folder,
      memoryMb: 2048,
      limit: 60_000,
      signal: abort.signal,
    })
    await expect.poll(() => running('title=mark-aborted').length).toBeGreaterThan(0)
    abort.abort()
    expect(await aborted).toMatchObject({ code: null, over: undefined })
    expect(
      await runFfmpeg({
        ffmpeg,
        arguments: endless('mark-late'),
        scratch: folder,
        memoryMb: 2048,
        limit: 500,
        signal: new AbortController().signal,
      }),
    ).toMatchObject({ code: null, over: 'time' })
    await expect.poll(() => [...running('title=mark-aborted'), ...running('title=mark-late')]).toEqual([])
    await rm(folder, { recursive: true })
  },
  scaled(120_000),
)

const missing = s3Missing()
describe.skipIf(missing)(missing ?? 'over s3', () => {
  let env: TestUploads, teacher: Actor
  beforeAll(async () => {
    env = await openUploads({ store: 's3' })
    teacher = env.school.teacher
  })
  afterAll(() => env?.stop())

  test(
    'another attempt takes over, plays on, and removes what the first left',
    async () => {
      const { id } = await env.send(teacher, await film({ size: '640x480', seconds: 60, rate: 15 }), { name: 'film.mp4' })
      const first = await env.until(teacher, id, ({ playable }) => playable, 60)
      expect(first.status).toBe('processing')
      const firstAttempt = (await env.keys(`hls/${id}/`))[0]!.split('/')[2]!
      // a killed process leaves a lease that expires. The first attempt finds that out at its next check.
      await env.school.db.query("update kit.jobs set lease_until = now() - interval '1 second' where key = $1", [`transcode:${id}`])
      const ready = await env.until(teacher, id, ({ status }) => status !== 'processing', 120)
      expect(ready).toMatchObject({ status: 'ready', playable: true })
      await expect.poll(async () => [...new Set((await env.keys(`hls/${id}/`)).map((key) => key.split('/')[2]))]).toHaveLength(1)
      const [now = ''] = await env.keys(`hls/${id}/`)
      const row = await env.school.db.query('select hls from uploads where id = $1', [id])
      expect(now.startsWith(`${row.rows[0].hls}/`)).toBe(true)
      expect([firstAttempt, row.rows[0].hls]).toEqual([expect.any(String), expect.any(String)])
    },
    scaled(400_000),
  )

  test(
    'segments come from the store itself, for 60 s',
    async () => {
      const { id } = await env.send(teacher, await film({ size: '320x240', seconds: 2 }), { name: 'film.mp4' })
      await env.until(teacher, id, ({ status }) => status === 'ready', 60)
      const { grantKeys, signGrant } = await import('../../mirror/grant.ts')
      const grant = signGrant(grantKeys(String(env.world.env.GRANT_KEYS)), {
        upload: id,
        person: teacher.person,
        session: '',
        activity: '',
        expires: Math.floor(Date.now() / 1000) + 600,
        file: false,
      })
      const direct = await env.bytes(`/bytes/${grant}/qvga/s00000.ts`, { redirect: 'manual' })
      expect([direct.status, direct.headers.get('cache-control')]).toEqual([302, 'no-store'])
      expect(direct.headers.get('location')).toContain('X-Amz-Expires=60')
      const followed = await env.bytes(`/bytes/${grant}/qvga/s00000.ts`, {
        headers: { origin: 'http://127.0.0.1:8080', range: 'bytes=0-187' },
      })
      expect([followed.status, Buffer.from(await followed.arrayBuffer())[0]]).toEqual([206, 0x47])
    },
    scaled(180_000),
  )
})
