// The claim of a process on a folder of data, and the clean-up of a server that a dead process has left.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesIn, runningProcess } from '../child-processes.ts'

const ours = new Set<string>()

/** The id of the living process that uses the folder; undefined: none. */
export async function ownerOf(folder: string): Promise<number | undefined> {
  const [pid = '', started] = (await readFile(join(folder, 'owner'), 'utf8').catch(() => '')).split('\n')
  const other = Number(pid)
  if (!other) return undefined
  const alive = other === process.pid ? ours.has(folder) : (await runningProcess(other))?.started === started
  return alive ? other : undefined
}

/** Claims the folder: throws while another process uses it, stops a server that a dead one left running, removes a stale lock. */
export async function claimFolder(folder: string): Promise<void> {
  const mark = join(folder, 'owner')
  for (let attempt = 0; ; attempt++) {
    const other = await ownerOf(folder)
    if (other) throw new Error(`the database in ${folder} is in use by process ${other}`)
    if (await readFile(mark, 'utf8').catch(() => '')) await rm(mark, { force: true })
    const me = await runningProcess(process.pid)
    const won = await writeFile(mark, `${process.pid}\n${me?.started}`, { flag: 'wx' }).then(
      () => true,
      () => false,
    )
    if (won) break
    if (attempt > 5) throw new Error(`the folder ${folder} can't be marked as in use`)
  }
  ours.add(folder)
  try {
    await clearServer(folder)
  } catch (error) {
    await releaseFolder(folder)
    throw error
  }
}

export async function releaseFolder(folder: string): Promise<void> {
  if (!ours.delete(folder)) return
  await rm(join(folder, 'owner'), { force: true })
}

/** Stops the remains of a server over this folder: the server itself, or the sessions of a killed one. */
export async function clearServer(folder: string): Promise<void> {
  const lock = join(folder, 'data', 'postmaster.pid')
  const pid = Number((await readFile(lock, 'utf8').catch(() => '')).split('\n')[0])
  // the id may belong to anything by now; only a server that names this folder is ours
  const left = async () => pid > 0 && (await runningProcess(pid))?.command.includes(`lyceum.folder=${folder}`)
  if (await left()) process.kill(pid, 'SIGINT')
  for (let i = 0; i < 600 && (await left()); i++) await sleep(50)
  if (await left()) throw new Error(`a PostgreSQL left running over ${folder} (process ${pid}) does not stop`)
  await endSessions(join(folder, 'data'))
  await rm(lock, { force: true })
}

/**
 * Sessions notice within milliseconds that their server was killed, except one in the middle of a long computation. None of them can commit any
 * more, and a server does not start beside them. Where they cannot be found (not Linux) that refusal protects the data.
 */
async function endSessions(data: string): Promise<void> {
  if (process.platform !== 'linux') return await sleep(100)
  for (let i = 0; i < 100; i++) {
    const sessions = await processesIn(data)
    if (sessions.length === 0) return
    if (i >= 5) {
      for (const pid of sessions) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch {} // it ended in between
      }
    }
    await sleep(20)
  }
  throw new Error(`sessions of a killed PostgreSQL over ${data} do not end`)
}
