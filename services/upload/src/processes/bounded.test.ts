// Hostile programs, run for real.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Run, runBounded } from './bounded.ts'
import { isolation } from './isolation.ts'

vi.setConfig({ testTimeout: 60_000 })
let scratch: string, home: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'lyceum-bounded-'))
  home = await mkdtemp(join(tmpdir(), 'lyceum-home-'))
})
afterAll(() => Promise.all([scratch, home].map((folder) => rm(folder, { recursive: true }))))

const lines: string[] = []
const run = (program: string, args: string[], more: Partial<Run> = {}) => {
  lines.length = 0
  return runBounded({
    program,
    arguments: args,
    scratch,
    memoryMb: 300,
    fileMb: 4,
    limit: 20_000,
    signal: new AbortController().signal,
    onLine: (line) => lines.push(line),
    ...more,
  })
}
const node = (code: string, more: Partial<Run> = {}) => run(process.execPath, ['-e', code], { reservedMb: 512, ...more })
const linux = process.platform === 'linux'

describe('a program', () => {
  test('that does its work is left alone, and sees nothing of our environment', async () => {
    process.env.LYCEUM_SECRET = 'x'
    const ended = await run('/bin/sh', ['-c', 'pwd; env; echo done >&2'], { env: { LANG: 'C.UTF-8' } })
    expect(ended).toMatchObject({ code: 0, over: undefined, words: 'done\n' })
    const names = lines.slice(1).map((line) => line.split('=')[0]!)
    expect([lines[0], names.filter((name) => !['PWD', 'OLDPWD', '_', 'SHLVL'].includes(name)).sort()]).toEqual([scratch, ['LANG', 'PATH']])
  })
  test('that never ends is ended: time', async () => {
    expect(await run('/bin/sh', ['-c', 'while :; do :; done'], { limit: 700 })).toMatchObject({ code: null, over: 'time' })
  })
  test.runIf(linux)('that takes memory outside of its heap is ended: memory', async () => {
    const ended = await node('const all = []; for (;;) all.push(Buffer.alloc(2 ** 24, 1))')
    expect(ended).toMatchObject({ over: 'memory' })
    expect(ended.code).not.toBe(0)
  })
  test.runIf(linux)('with many children that take memory together is ended: memory', async () => {
    const hog = 'setTimeout(() => {}, 20000); globalThis.all = Buffer.alloc(100 * 2 ** 20, 1)'
    const parent = `for (let n = 0; n < 6; n++) require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(hog)}]); setTimeout(() => {}, 20000)`
    expect(await node(parent)).toMatchObject({ code: null, over: 'memory' })
  })
  test('that writes without end is ended: file size', async () => {
    const ended = await run('/bin/sh', ['-c', 'cat /dev/zero > endless'])
    expect(ended).toMatchObject({ over: 'fileSize' })
    expect((await stat(join(scratch, 'endless'))).size).toBeLessThanOrEqual(4 * 1024 ** 2)
  })
  test('with one line that has no end takes none of our memory', async () => {
    const rssAtStart = process.memoryUsage().rss
    await run('/bin/sh', ['-c', 'head -c 300000000 /dev/zero | tr "\\0" x; echo; echo last'])
    expect(lines.map((line) => line.slice(0, 9))).toEqual(['last'])
    expect((process.memoryUsage().rss - rssAtStart) / 1024 ** 2).toBeLessThan(150)
  })
})

describe('isolation', () => {
  let server: Server
  let calls = 0
  beforeAll(async () => {
    server = createServer((socket) => {
      calls++
      socket.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => server.close())
  test('no way to the network, where the system allows it', async ({ skip }) => {
    if (!(await isolation()).network) skip('this machine has no network namespaces')
    const { port } = server.address() as AddressInfo
    const ended = await node(
      `require('node:net').connect(${port}, '127.0.0.1').on('connect', () => process.exit(0)).on('error', () => process.exit(7))`,
    )
    expect([ended.code, calls]).toEqual([7, 0])
  })
  test('our folders are empty but for the file it reads, which it cannot change', async ({ skip }) => {
    if (!(await isolation()).files) skip('this machine has no mount namespaces')
    await writeFile(join(home, 'secrets.json'), 'secret')
    await mkdir(join(home, 'blobs'))
    const input = join(home, 'blobs', 'film')
    await writeFile(input, 'a film\n')
    const code = `cat ${input}; cat ${home}/secrets.json; echo x > ${input}; umount ${home}; ls -A ${home}; echo kept > written`
    await run('/bin/sh', ['-c', code], { input, hidden: [home, join(home, 'blobs')] })
    expect(lines).toEqual(['a film', 'blobs'])
    expect(await readFile(input, 'utf8')).toBe('a film\n')
    expect(existsSync(join(scratch, 'written'))).toBe(true)
  })
})
