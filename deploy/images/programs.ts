// Copies programs of this machine with their libraries into a root file system: a base for images where none can be pulled.
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The shared objects that a program links, as far as this machine has them. */
export function librariesOf(program: string): string[] {
  let said = ''
  try {
    said = execFileSync('ldd', [program], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return [] // a statically linked program
  }
  return [...said.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path]) => path ?? '')
}

/** A root with the files that every program needs: accounts, writable folders, the libraries' loader. */
export function emptyRoot(root: string): void {
  for (const folder of ['etc', 'proc', 'sys', 'dev', 'usr/bin', 'usr/lib', 'usr/lib64', 'usr/local/bin', 'tmp', 'var', 'run'])
    mkdirSync(join(root, folder), { recursive: true })
  for (const folder of ['bin', 'lib', 'lib64']) symlinkSync(`usr/${folder}`, join(root, folder))
  chmodSync(join(root, 'tmp'), 0o1777)
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/:/\npostgres:x:999:999::/var/lib/postgresql:/\nlyceum:x:10001:10001::/tmp:/\n')
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\npostgres:x:999:\nlyceum:x:10001:\n')
  writeFileSync(join(root, 'etc/nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files dns\n')
}

/** Copies a file to its own path (or to `to`), following links, with its libraries. */
export function addProgram(root: string, from: string, to = from): void {
  put(root, from, to)
  for (const library of librariesOf(from)) put(root, library, library)
}

function put(root: string, from: string, to: string): void {
  const at = join(root, to.replace(/^\/(bin|lib|lib64)\//, '/usr/$1/'))
  if (existsSync(at)) return
  mkdirSync(dirname(at), { recursive: true })
  copyFileSync(realpathSync(from), at)
}

/** Copies a folder, and the libraries of its programs from elsewhere. */
export function addFolder(root: string, from: string, to: string): void {
  cpSync(from, join(root, to), { recursive: true, dereference: false, verbatimSymlinks: true })
  const files = execFileSync('find', [from, '-type', 'f', '(', '-perm', '-u+x', '-o', '-name', '*.so*', ')'], { encoding: 'utf8' })
    .trim()
    .split('\n')
  for (const file of files.filter(isElf))
    for (const library of librariesOf(file)) if (!library.startsWith(from)) put(root, library, library)
}

const isElf = (file: string) => file !== '' && readFileSync(file).subarray(0, 4).toString('latin1') === '\x7fELF'

/** Adds sh and the few commands of the distribution that our programs use. */
export const addShell = (root: string) =>
  addPrograms(root, ['sh', 'cat', 'nice', 'mkdir', 'rm', 'mv', 'cp', 'chmod', 'sleep', 'id', 'test', 'head', 'tr', 'sed'])

/**
 * Adds the isolation from the network for programs that read people's files, as far as the container permits it
 * (services/upload/src/processes/isolation.ts).
 */
export const addIsolation = (root: string) => addPrograms(root, ['unshare', 'mount', 'umount', 'setpriv', 'true'])

function addPrograms(root: string, names: string[]): void {
  for (const program of names) {
    const at = ['/usr/bin', '/bin'].map((folder) => join(folder, program)).find((file) => existsSync(file))
    if (at) addProgram(root, at, `/usr/bin/${basename(at)}`)
  }
}
