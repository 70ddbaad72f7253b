// Tests of the embedded PostgreSQL.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres } from './postgres.ts'
import { runningProcess } from '../child-processes.ts'
import { scaled, until } from '../test/wait.ts'

// mode 0700 and owned by us, as /root is: the server's own account can't walk into it
let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lyceum-home-'))
  await chmod(home, 0o700)
})
afterAll(() => rm(home, { recursive: true, force: true }))

const module = new URL('./postgres.ts', import.meta.url).href
/** A process of its own that starts the server and then only lives. */
async function parent(folder: string): Promise<{ child: ChildProcess; url: string; said: string }> {
  const program = `import { startPostgres } from ${JSON.stringify(module)}
    const server = await startPostgres({ folder: ${JSON.stringify(folder)} }); console.log(server.url('postgres')); setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  return new Promise((resolve) => {
    child.stdout?.on('data', (chunk) => resolve({ child, url: String(chunk).trim(), said }))
    child.stderr?.on('data', (chunk) => (said += chunk))
    child.once('exit', () => resolve({ child, url: '', said }))
  })
}

async function query<T>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client(url)
  await client.connect()
  return client
    .query(sql)
    .then(
      (result) => result.rows as T[],
      (error) => {
        throw error
      },
    )
    .finally(() => client.end())
}

const serverPid = async (folder: string) => Number((await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
const gone = async (pid: number) => {
  await until(async () => !(await runningProcess(pid)))
  return true
}

describe('embedded PostgreSQL', { timeout: scaled(120_000) }, () => {
  test('keeps its data in a folder that only we can enter, over a stop and a start', async () => {
    const folder = join(home, 'deep', 'postgres')
    const first = await startPostgres({ folder })
    await query(first.url('postgres'), 'create table kept as select 42 as n')
    await first.stop()
    expect(await stat(join(folder, 'data', 'PG_VERSION'))).toBeTruthy()
    const second = await startPostgres({ folder })
    expect(await query(second.url('postgres'), 'select n from kept')).toEqual([{ n: 42 }])
    await second.stop()
  })

  test('refuses a connection without the password', async () => {
    const server = await startPostgres({ folder: join(home, 'deep', 'postgres') })
    await expect(query(`postgresql://lyceum:guess@127.0.0.1:${server.port}/postgres`, 'select 1')).rejects.toThrow(/password/)
    await server.stop()
  })

  test('ends when its parent is killed, and starts again with all that was committed', async () => {
    const folder = join(home, 'killed')
    const { child, url } = await parent(folder)
    await query(url, 'create table kept as select 1 as n')
    const pid = await serverPid(folder)
    child.kill('SIGKILL')
    expect(await gone(pid)).toBe(true)
    const again = await startPostgres({ folder })
    expect(await query(again.url('postgres'), 'select n from kept')).toEqual([{ n: 1 }])
    await again.stop()
  })

  test.skipIf(process.platform !== 'linux')(
    'a server left behind by kill -9 of parent and keeper is stopped by the next start',
    async () => {
      const folder = join(home, 'orphaned')
      const { child, url } = await parent(folder)
      await query(url, 'create table kept as select 2 as n')
      const pid = await serverPid(folder)
      const keeper = Number(/PPid:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1])
      for (const victim of await childrenOf(keeper)) if (victim !== pid) process.kill(victim, 'SIGKILL')
      process.kill(keeper, 'SIGKILL')
      child.kill('SIGKILL')
      expect([await gone(keeper), await gone(child.pid!)]).toEqual([true, true])
      expect(await runningProcess(pid)).toBeTruthy()
      const again = await startPostgres({ folder })
      expect(await gone(pid)).toBe(true)
      expect(await query(again.url('postgres'), 'select n from kept')).toEqual([{ n: 2 }])
      await again.stop()
    },
  )

  test('a server that recovers from the crash of a session, and does not stop in order, is stopped at once by the next start', async () => {
    const folder = join(home, 'recovering')
    const { child, url } = await parent(folder)
    await query(url, 'create table kept as select 4 as n')
    const pid = await serverPid(folder)
    const client = new pg.Client(url)
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    process.kill(rows[0]!.pid, 'SIGKILL')
    child.kill('SIGKILL')
    const again = await startPostgres({ folder, patience: 500 })
    expect(await runningProcess(pid)).toBeUndefined()
    expect(await query(again.url('postgres'), 'select n from kept')).toEqual([{ n: 4 }])
    await again.stop()
    await client.end().catch(() => {})
  })

  test('starts again after kill -9 of parent, keeper and server, though a stale lock names a living process', async () => {
    const folder = join(home, 'both')
    const { child, url } = await parent(folder)
    await query(url, 'create table kept as select 3 as n')
    const pid = await serverPid(folder)
    process.kill(pid, 'SIGKILL')
    child.kill('SIGKILL')
    expect(await gone(pid)).toBe(true)
    const lock = join(folder, 'data', 'postmaster.pid')
    await writeFile(lock, (await readFile(lock, 'utf8')).replace(/^\d+/, String(process.pid)))
    const again = await startPostgres({ folder })
    expect(await query(again.url('postgres'), 'select n from kept')).toEqual([{ n: 3 }])
    await again.stop()
  })

  test('refuses a second start on the same folder and names the process that has it', async () => {
    const folder = join(home, 'twice')
    const { child, url } = await parent(folder)
    await expect(startPostgres({ folder })).rejects.toThrow(`in use by process ${child.pid}`)
    expect((await parent(folder)).said).toContain(`in use by process ${child.pid}`)
    expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }])
    const pid = await serverPid(folder)
    child.kill('SIGTERM')
    expect(await gone(pid)).toBe(true)
  })

  test('makes the folder anew when the first start was killed halfway', async () => {
    const folder = join(home, 'halfway')
    await mkdir(join(folder, 'data.new'), { recursive: true })
    await writeFile(join(folder, 'data.new', 'PG_VERSION'), '18\n')
    const server = await startPostgres({ folder, durable: false })
    expect(await query(server.url('postgres'), 'select 1 as n')).toEqual([{ n: 1 }])
    await server.stop()
  })

  test('is started again in place each time it is killed: same address, everything committed is there', async () => {
    const folder = join(home, 'again')
    const warned: string[] = []
    const server = await startPostgres({ folder, warn: (line) => warned.push(line), lost: (why) => warned.push(why) })
    await query(server.url('postgres'), 'create table kept (n int)')
    for (let n = 1; n <= 3; n++) {
      await query(server.url('postgres'), `insert into kept values (${n})`)
      const pid = await serverPid(folder)
      process.kill(pid, 'SIGKILL')
      expect(await gone(pid)).toBe(true)
      expect(await again(server.url('postgres'), 'select max(n) as n from kept')).toEqual([{ n }])
    }
    expect(warned).toHaveLength(3)
    expect(warned[0]).toContain('it was killed')
    await server.stop()
    expect(await gone(await serverPid(folder).catch(() => 0))).toBe(true)
  })

  test('a session in the middle of a computation does not outlive its server', async () => {
    const folder = join(home, 'busy')
    const server = await startPostgres({ folder, durable: false })
    const client = new pg.Client(server.url('postgres'))
    client.on('error', () => {})
    await client.connect()
    const { pid } = (await client.query('select pg_backend_pid() as pid')).rows[0]
    const computing = client.query('select count(*) from generate_series(1, 1e12::bigint)').catch((error: Error) => error)
    const active = `select 1 from pg_stat_activity where pid = ${pid} and state = 'active' and query like '%generate_series%'`
    await until(async () => (await query(server.url('postgres'), active)).length === 1)
    process.kill(await serverPid(folder), 'SIGKILL')
    expect(await again(server.url('postgres'), 'select 1 as n')).toEqual([{ n: 1 }])
    expect(await runningProcess(pid)).toBeUndefined()
    expect(await computing).toBeInstanceOf(Error)
    await server.stop()
  })

  test('a server whose keeper was killed is replaced by another one', async () => {
    const folder = join(home, 'kept')
    const server = await startPostgres({ folder, durable: false })
    const pid = await serverPid(folder)
    const keeper = Number(/PPid:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1])
    process.kill(keeper, 'SIGKILL')
    expect(await gone(pid)).toBe(true)
    expect(await again(server.url('postgres'), 'select 1 as n')).toEqual([{ n: 1 }])
    await server.stop()
  })

  test('gives up, with the reason, when it does not start again; and stops in order while it tries', async () => {
    const folder = join(home, 'lost')
    const control = join(folder, 'data', 'global', 'pg_control')
    let said = ''
    const server = await startPostgres({ folder, durable: false, lost: (why) => (said = why) })
    await rename(control, `${control}.away`)
    process.kill(await serverPid(folder), 'SIGKILL')
    await until(() => said)
    expect(said).toContain(`the database in ${folder} has ended: `)
    expect(said).toMatch(/pg_control.*5 tries to start it again have failed/)
    await server.stop()
    await rename(`${control}.away`, control)
    const next = await startPostgres({ folder, durable: false })
    await rename(control, `${control}.away`)
    process.kill(await serverPid(folder), 'SIGKILL')
    await sleep(500)
    await next.stop()
    await rename(`${control}.away`, control)
  })
})

/** A query that is repeated while the server is away, as a pool does. */
async function again<T>(url: string, sql: string): Promise<T[]> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await query<T>(url, sql)
    } catch (error) {
      if (attempt === 200) throw error
      await sleep(50)
    }
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const said = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return said.split(' ').filter(Boolean).map(Number)
}
