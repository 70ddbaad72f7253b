// Other processes of this machine, read from /proc or ps.
import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A process: `started` distinguishes it from a later one with the same id. */
export type RunningProcess = { started: string; command: string }

/** The process with this id, or undefined when there is none; a zombie (nobody reaps it in some containers) counts as none. */
export async function runningProcess(pid: number): Promise<RunningProcess | undefined> {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  if (process.platform === 'linux') return fromProc(pid)
  const output = await run('ps', ['-o', 'stat=,lstart=,args=', '-p', String(pid)]).then(
    (r) => r.stdout.trim(),
    () => '',
  )
  const [, state, started, command] = /^(\S+)\s+(\S+ +\S+ +\S+ +\S+ +\S+)\s+(.*)$/s.exec(output) ?? []
  return !state || !started || state.startsWith('Z') ? undefined : { started, command: command ?? '' }
}

// read from /proc, because Debian's slim images have no ps
async function fromProc(pid: number): Promise<RunningProcess | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim()
    return { started: fields[19] ?? '', command }
  } catch {
    return undefined
  }
}

/** Linux: the living processes whose working folder this is. */
export async function processesIn(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  const matches = await Promise.all(
    pids.map(async (pid) => {
      const inFolder = (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder
      return inFolder && (await runningProcess(pid)) ? [pid] : []
    }),
  )
  return matches.flat()
}
