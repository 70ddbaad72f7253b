// Running a program over what strangers sent: bounded in time and memory, at low priority, in a group of its own, and never longer alive
// than we are.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

// A killed parent cannot end its children: so a shell holds a pipe to us (fd 3) and kills the whole group when it closes. The guard is no
// part of what is waited for.
const keeper = `
[ "$LIMIT_KB" != 0 ] && ulimit -v "$LIMIT_KB" 2>/dev/null
nice -n 5 "$0" "$@" </dev/null 3<&- & run=$!
{ cat <&3 >/dev/null 2>&1; kill -9 -$$ 2>/dev/null; } >/dev/null 2>&1 & guard=$!
exec 3<&-
wait $run; code=$?
kill $guard 2>/dev/null
exit $code`

export type Run = {
  program: string
  arguments: string[]
  memoryMb: number
  /** Milliseconds. */
  limit: number
  signal: AbortSignal
  /** All that it sees of the environment, beside PATH. */
  env?: Record<string, string>
  cwd?: string
  onLine?(line: string): void
}
/** code null: it did not end by itself. words: the last of what it said. */
export type Ended = { code: number | null; words: string; outOfTime: boolean }

/** What the shell answers for a child that died of a signal: 128 and its number. Other numbers that high are the program's own. */
const killed = new Set([134, 135, 136, 137, 139, 143, 255])

function killGroup(pid: number | undefined) {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // nobody is left
  }
}

export async function runBounded({ program, arguments: rest, memoryMb, limit, signal, env = {}, cwd, onLine }: Run): Promise<Ended> {
  signal.throwIfAborted()
  const child = spawn('/bin/sh', ['-c', keeper, program, ...rest], {
    // a group of its own: Ctrl-C is for us, and we end it
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    cwd,
    env: { PATH: process.env.PATH, ...env, LIMIT_KB: process.platform === 'linux' ? String(memoryMb * 1024) : '0' },
  })
  let words = '',
    outOfTime = false
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-100_000)
  })
  const lines = createInterface({ input: child.stdout! }).on('line', (line) => onLine?.(line))
  const end = () => {
    // what the program left behind when it ended
    if (child.exitCode !== null || child.signalCode !== null) killGroup(child.pid)
    child.stdio[3]?.destroy()
  }
  const timer = setTimeout(() => {
    outOfTime = true
    end()
  }, limit)
  signal.addEventListener('abort', end)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', end) // else the guard would hold the pipe, and this would wait for it
      child.once('close', (status) => resolve(status))
    })
    return { code: code !== null && killed.has(code) ? null : code, words, outOfTime }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    lines.close()
  }
}
