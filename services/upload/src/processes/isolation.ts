// The isolation of a program that reads people's files from the network and from our own folders, by Linux namespaces (`unshare`). A
// laptop, a virtual machine and a privileged container have them; in most containers and on macOS it runs without.
import { spawn } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { delimiter, isAbsolute, join, sep } from 'node:path'
import { tmpdir } from 'node:os'

/** `prefix`: the words before the program's own command; undefined: no isolation on this system. */
export type Isolation = { network: boolean; files: boolean; prefix?: string[] }

// Scratch and input are bound under /sys, which the programs do not need, while our folders are covered, then bound back. At last every
// right over mounts is dropped, so that no cover can be removed.
const cover = `
set -e
mount -t tmpfs -o size=64k none /sys
mkdir /sys/scratch && mount --bind "$SCRATCH" /sys/scratch
if [ -n "$INPUT" ]; then : > /sys/input && mount --bind "$INPUT" /sys/input; fi
printf '%s\\n' "$HIDDEN" | while read -r folder; do [ -z "$folder" ] || mount -t tmpfs -o size=64k none "$folder"; done
[ -d "$SCRATCH" ] || { mkdir -p "$SCRATCH" && mount --bind /sys/scratch "$SCRATCH"; }
if [ -n "$INPUT" ]; then
  [ -e "$INPUT" ] || { mkdir -p "\${INPUT%/*}" && : > "$INPUT" && mount --bind /sys/input "$INPUT"; }
  mount -o remount,bind,ro "$INPUT" 2>/dev/null || true
fi
umount -l /sys
cd "$SCRATCH"
unset SCRATCH INPUT HIDDEN
command -v setpriv >/dev/null || exec "$@"
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"`

const withCover = (...unshare: string[]): Isolation => ({
  network: true,
  files: true,
  prefix: ['unshare', ...unshare, 'sh', '-c', cover, 'sh'],
})
const offline = (...unshare: string[]): Isolation => ({ network: true, files: false, prefix: ['unshare', ...unshare, '--'] })
/** The strongest first; without -r for root in a container without user namespaces. */
const candidates = [withCover('-r', '-m', '-n'), withCover('-m', '-n'), offline('-r', '-n'), offline('-n')]

let cached: Promise<Isolation> | undefined
/** The isolation of this system, probed once per process. */
export const isolation = (): Promise<Isolation> => (cached ??= probe())

async function probe(): Promise<Isolation> {
  if (process.platform === 'linux') for (const candidate of candidates) if (await canRun(candidate)) return candidate
  return { network: false, files: false }
}

const canRun = ({ prefix = [] }: Isolation) =>
  new Promise<boolean>((resolve) => {
    const [program = '', ...args] = [...prefix, 'true']
    const env = { PATH: process.env.PATH, SCRATCH: tmpdir(), INPUT: '', HIDDEN: '' }
    const child = spawn(program, args, { stdio: 'ignore', env, timeout: 5000 })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })

export type IsolatedRun = { program: string; arguments: string[]; scratch: string; input?: string | undefined; hidden?: string[] }

/** The command that runs a program as isolated as this system can. */
export async function isolatedCommand(run: IsolatedRun) {
  const { prefix, files } = await isolation()
  if (!prefix) return { program: run.program, args: run.arguments, env: {} }
  const [program = '', ...rest] = prefix
  const env = files ? { SCRATCH: run.scratch, INPUT: run.input ?? '', HIDDEN: (await coverable(run)).join('\n') } : {}
  return { program, args: [...rest, run.program, ...run.arguments], env }
}

const isInside = (folder: string, path: string) => path === folder || path.startsWith(folder + sep)

/** The hidden folders that can be covered: not the root, and no folder of the program or its arguments, which could not start then. */
async function coverable({ program, arguments: args, scratch, input, hidden = [] }: IsolatedRun): Promise<string[]> {
  const paths = args.filter((candidate) => isAbsolute(candidate) && candidate !== input && !isInside(scratch, candidate))
  const required = await Promise.all(
    [await resolveProgram(program), ...paths].map((candidate) => realpath(candidate).catch(() => candidate)),
  )
  const real = await Promise.all(hidden.map((folder) => realpath(folder).catch(() => '')))
  const covered = real.filter((folder) => folder.length > 1 && !required.some((candidate) => isInside(folder, candidate)))
  return covered.filter((folder) => !covered.some((other) => other !== folder && isInside(other, folder)))
}

async function resolveProgram(program: string): Promise<string> {
  if (isAbsolute(program)) return program
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const resolved = await realpath(join(folder, program)).catch(() => undefined)
    if (resolved) return resolved
  }
  return program
}
