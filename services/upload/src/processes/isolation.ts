// Keeps a program that reads people's files off the network and out of our own folders, by Linux namespaces (`unshare`). A laptop, a
// virtual machine and a privileged container have them; most containers and macOS do not, and there it runs without.
import { spawn } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { delimiter, isAbsolute, join, sep } from 'node:path'
import { tmpdir } from 'node:os'

/** `prefix`: the words before the program's own; undefined: this system has none of it. */
export type Isolation = { network: boolean; files: boolean; prefix?: string[] }

// What is kept is held at a place that nothing needs while our folders are covered, then put back where it was. At last every right over
// mounts is given up, so that nobody takes a cover off again.
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

const covering = (...unshare: string[]): Isolation => ({
  network: true,
  files: true,
  prefix: ['unshare', ...unshare, 'sh', '-c', cover, 'sh'],
})
const offline = (...unshare: string[]): Isolation => ({ network: true, files: false, prefix: ['unshare', ...unshare, '--'] })
/** The most first; without -r for root in a container that has no user namespaces. */
const candidates = [covering('-r', '-m', '-n'), covering('-m', '-n'), offline('-r', '-n'), offline('-n')]

let probed: Promise<Isolation> | undefined
/** Tried out once in the life of the process. */
export const isolation = (): Promise<Isolation> => (probed ??= probe())

async function probe(): Promise<Isolation> {
  if (process.platform === 'linux') for (const one of candidates) if (await works(one)) return one
  return { network: false, files: false }
}

const works = ({ prefix = [] }: Isolation) =>
  new Promise<boolean>((resolve) => {
    const [program = '', ...args] = [...prefix, 'true']
    const env = { PATH: process.env.PATH, SCRATCH: tmpdir(), INPUT: '', HIDDEN: '' }
    const child = spawn(program, args, { stdio: 'ignore', env, timeout: 5000 })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })

export type Isolated = { program: string; arguments: string[]; scratch: string; input?: string | undefined; hidden?: string[] }

/** The command that runs it as isolated as this system can. */
export async function isolated(run: Isolated) {
  const { prefix, files } = await isolation()
  if (!prefix) return { program: run.program, args: run.arguments, env: {} }
  const [program = '', ...rest] = prefix
  const env = files ? { SCRATCH: run.scratch, INPUT: run.input ?? '', HIDDEN: (await coverable(run)).join('\n') } : {}
  return { program, args: [...rest, run.program, ...run.arguments], env }
}

const inside = (folder: string, path: string) => path === folder || path.startsWith(folder + sep)

/** Not the root, and not a folder that the program itself, or something it is given, lies in: it could not be started. */
async function coverable({ program, arguments: args, scratch, input, hidden = [] }: Isolated): Promise<string[]> {
  const given = args.filter((one) => isAbsolute(one) && one !== input && !inside(scratch, one))
  const needed = await Promise.all([await found(program), ...given].map((one) => realpath(one).catch(() => one)))
  const real = await Promise.all(hidden.map((folder) => realpath(folder).catch(() => '')))
  const covered = real.filter((folder) => folder.length > 1 && !needed.some((one) => inside(folder, one)))
  return covered.filter((folder) => !covered.some((other) => other !== folder && inside(other, folder)))
}

async function found(program: string): Promise<string> {
  if (isAbsolute(program)) return program
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const at = await realpath(join(folder, program)).catch(() => undefined)
    if (at) return at
  }
  return program
}
